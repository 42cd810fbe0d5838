import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { type Platform, platforms } from '../../../contract/couplings.ts';
import { receiveWorkouts, removeRecords } from '../../activities/source-records/receive-workouts.ts';
import { recordsBetween } from '../../activities/source-records/record-list.ts';
import type { Workout } from '../../activities/source-records/workout.ts';
import type { JobKind } from '../../kit/queue.ts';
import { type ConnectedAccountRow, connectedAccountOf, mustBeConnected } from '../connected-account.ts';
import { type IntegrationDependencies, withAccess } from '../provider-access.ts';
import type { Provider, WebhookEvent } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';

/** A webhook call as stored in the queue. */
export interface WebhookDelivery {
  platform: Platform;
  body: string;
  receivedAt: string;
}

export const webhookDeliveries: JobKind<WebhookDelivery> = {
  name: 'notices',
  data: z.object({ platform: z.enum(platforms), body: z.string(), receivedAt: z.string() }),
  // Retries after 2 seconds, then 4 and 8, and later every 30 minutes. Stops after about three days; the daily import
  // covers longer outages. If a process crashes, another process takes over its work within a minute.
  options: {
    retryLimit: 150,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1800,
    heartbeatSeconds: 30,
  },
  work: { pollingIntervalSeconds: 1, batchSize: 10, burstWhenBatchFull: true },
};

/**
 * Processes the events in a stored webhook body. Throws if an event failed and a retry may help; all events are then
 * retried.
 */
export async function handleDelivery(work: IntegrationDependencies, stored: WebhookDelivery): Promise<void> {
  const provider = work.providers[stored.platform];
  if (!provider) return;
  const failures: unknown[] = [];
  const delivered = new Map<string, Extract<WebhookEvent, { kind: 'delivered' }>[]>();
  for (const event of provider.eventsOf(stored.body)) {
    if (event.kind === 'delivered')
      delivered.set(event.userId, [...(delivered.get(event.userId) ?? []), event]);
    else await handleEvent(work, provider, event).catch((error) => failures.push(error));
  }
  for (const [userId, events] of delivered)
    await takeDelivered(work, provider, userId, events).catch((error) => failures.push(error));
  const worth = failures.find(isWorthAnotherTry);
  if (worth) throw worth;
}

/** Whether a retry may help. It cannot if the account is disconnected or the call is invalid. */
const isWorthAnotherTry = (error: unknown) =>
  !(error instanceof ProviderError) || ['limit', 'down', 'operator'].includes(error.kind);

/** Handles an event. Ignores events about people who are not connected. */
async function handleEvent(
  work: IntegrationDependencies,
  provider: Provider,
  event: WebhookEvent,
): Promise<void> {
  const account = await connectedAccountOf(work.db, provider.platform, event.userId);
  if (!account) return;
  const now = work.clock();
  switch (event.kind) {
    case 'changed':
      return readAgain(work, provider, account, event.externalId);
    case 'changedBetween':
      return reconcileRange(work, provider, account, event.from, event.until);
    case 'deleted':
      return removeRecords(work.db, account.person_id, provider.platform, [event.externalId], now);
    case 'waiting': {
      const workouts = await withAccess(work, provider, account, (access) =>
        provider.collect ? provider.collect(access, event.address) : Promise.resolve([]),
      );
      const { isEdited } = event;
      return receiveOf(
        work,
        account,
        workouts.map((workout) => ({ ...workout, isEdited })),
      );
    }
    case 'revoked':
      return tryConsent(work, provider, account);
    case 'permissions':
      return event.mayRead ? undefined : tryConsent(work, provider, account);
    default:
      return;
  }
}

async function takeDelivered(
  work: IntegrationDependencies,
  { platform }: Provider,
  userId: string,
  events: Extract<WebhookEvent, { kind: 'delivered' }>[],
): Promise<void> {
  const account = await connectedAccountOf(work.db, platform, userId);
  if (!account) return;
  const workouts = events.map(({ workout }) => workout);
  await receiveOf(work, account, workouts);
}

/**
 * How many workouts are stored in one batch. A batch takes up to a second, during which the embedded database engine
 * does nothing else.
 */
const together = 100;

/** Stores the workouts that a service reports for a connected account, unless the account was disconnected. */
async function receiveOf(
  { db, clock }: IntegrationDependencies,
  account: ConnectedAccountRow,
  workouts: Workout[],
): Promise<void> {
  const { person_id: personId, platform } = account;
  for (let at = 0; at < workouts.length; at += together) {
    const some = workouts.slice(at, at + together);
    await receiveWorkouts(db, personId, platform, some, clock(), mustBeConnected(account));
  }
}

/** Reads one workout in its current state, because the content of an event may be outdated. */
async function readAgain(
  work: IntegrationDependencies,
  provider: Provider,
  account: ConnectedAccountRow,
  externalId: string,
): Promise<void> {
  const { db, clock } = work;
  const around = { startedAt: clock(), elapsedSeconds: 0 };
  const workout = await withAccess(work, provider, account, (access) =>
    provider.read(access, externalId, around),
  );
  if (workout) await receiveOf(work, account, [workout]);
  else if (provider.refreshes === 'atOnce')
    await removeRecords(db, account.person_id, provider.platform, [externalId], clock());
}

/**
 * Reads all workouts that started between two times, and removes those that no longer exist. Keeps records from before
 * the account was connected, because they may come from another account.
 */
export async function reconcileRange(
  work: IntegrationDependencies,
  provider: Provider,
  account: ConnectedAccountRow,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<void> {
  const { db } = work;
  const { platform } = provider;
  const { person_id: personId, coupled_at: since } = account;
  const known = await recordsBetween(db, personId, platform, { from, until, since });
  const seen = new Set<string>();
  await withAccess(work, provider, account, async (access) => {
    for await (const workouts of provider.list(access, from, until)) {
      for (const { externalId } of workouts) seen.add(externalId);
      await receiveOf(work, account, workouts);
    }
  });
  if (!provider.isPolled) return;
  // A list that changes while its pages are read may skip a workout, so missing workouts are read one by one.
  for (const externalId of known.filter((id) => !seen.has(id)))
    await readAgain(work, provider, account, externalId);
}

/** Verifies a reported revocation, so that nobody can disconnect an account by sending a forged event. */
async function tryConsent(
  work: IntegrationDependencies,
  provider: Provider,
  account: ConnectedAccountRow,
): Promise<void> {
  if (account.dead_since) return;
  await withAccess(work, provider, account, (access) => provider.check(access)).catch((error) => {
    if (!(error instanceof ProviderError) || !['gone', 'consent'].includes(error.kind)) throw error;
  });
}
