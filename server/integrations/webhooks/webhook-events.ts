import * as z from 'zod/mini';
import { type Platform, platforms } from '../../../contract/couplings.ts';
import { removeRecords } from '../../activities/source-records/receive-workouts.ts';
import { detailsOf } from '../../db/workout-details.ts';
import type { JobKind } from '../../kit/queue.ts';
import { connectedAccountOf } from '../connected-account.ts';
import type { IntegrationDependencies } from '../provider-access.ts';
import type { Provider, WebhookEvent } from '../providers/provider.ts';
import { addRead, type Read } from '../reading/account-reads.ts';
import { receiveOf } from '../received-workouts.ts';

/** A webhook call as stored in the queue. In employer-blind mode, all of it is encrypted in `body`. */
export interface WebhookDelivery {
  platform: Platform | null;
  body: string;
  receivedAt: string | null;
}

export const webhookDeliveries: JobKind<WebhookDelivery> = {
  name: 'notices',
  data: z.object({
    platform: z.nullable(z.enum(platforms)),
    body: z.string(),
    receivedAt: z.nullable(z.string()),
  }),
  // Retries after 2 seconds, then 4 and 8, and later every 30 minutes. Stops after about three days. If a process
  // crashes, another process takes over its work within a minute.
  options: {
    retryLimit: 150,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1800,
    heartbeatSeconds: 30,
  },
  work: { pollingIntervalSeconds: 1, batchSize: 10, burstWhenBatchFull: true },
};

/** The encryption context of stored calls. */
const placeOfCall = 'webhook';

/** Returns a webhook call as the queue stores it. */
export function storedDelivery(
  { db, encryptor, clock }: IntegrationDependencies,
  platform: Platform,
  body: string,
): WebhookDelivery {
  const delivery = { platform, body, receivedAt: clock().toString() };
  if (!detailsOf(db)) return delivery;
  return { platform: null, body: encryptor.encrypt(placeOfCall, JSON.stringify(delivery)), receivedAt: null };
}

/**
 * Processes the events in a stored webhook body without calling the service: stores delivered workouts, deletes those
 * that were deleted at the service, and schedules the reads that other events require. Throws if an event failed; all
 * events are then retried.
 */
export async function handleDelivery(work: IntegrationDependencies, stored: WebhookDelivery): Promise<void> {
  const { platform, body }: WebhookDelivery =
    stored.platform === null ? JSON.parse(work.encryptor.decrypt(placeOfCall, stored.body)) : stored;
  const provider = platform && work.providers[platform];
  if (!provider) return;
  const failures: unknown[] = [];
  const events = Map.groupBy(provider.eventsOf(body), ({ userId }) => userId);
  for (const [userId, some] of events)
    await handleEvents(work, provider, userId, some).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Handles the events about one person. Ignores events about people who are not connected. */
async function handleEvents(
  work: IntegrationDependencies,
  { platform }: Provider,
  userId: string,
  events: WebhookEvent[],
): Promise<void> {
  const { db, clock } = work;
  const account = await connectedAccountOf(db, platform, userId);
  if (!account) return;
  for (const event of events) {
    const read = readOf(event);
    if (read && !account.dead_since) await addRead(db, account, read, 'event', clock());
    if (event.kind === 'deleted')
      await removeRecords(db, account.person_id, platform, [event.externalId], clock());
  }
  const workouts = events.flatMap((event) => (event.kind === 'delivered' ? [event.workout] : []));
  await receiveOf(work, account, workouts);
}

/** Returns what must be read because of an event; undefined if nothing. */
function readOf(event: WebhookEvent): Read | undefined {
  switch (event.kind) {
    case 'changed':
      return { kind: 'workout', externalId: event.externalId };
    case 'changedBetween':
      return { kind: 'period', from: event.from.toString(), until: event.until.toString() };
    case 'waiting':
      return { kind: 'address', address: event.address, isEdited: event.isEdited };
    case 'revoked':
      return { kind: 'consent' };
    case 'permissions':
      return event.mayRead ? undefined : { kind: 'consent' };
    default:
      return undefined;
  }
}
