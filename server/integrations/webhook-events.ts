import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { type Platform, platforms } from '../../contract/couplings.ts';
import { receiveWorkouts, removeRecords } from '../activities/source-records/receive-workouts.ts';
import { recordsBetween } from '../activities/source-records/record-list.ts';
import type { Workout } from '../activities/source-records/workout.ts';
import type { JobKind } from '../kit/queue.ts';
import { type ConnectedAccountRow, connectedAccountOf, mustBeConnected } from './connected-account.ts';
import { type IntegrationDependencies, withAccess } from './provider-access.ts';
import type { Provider, WebhookEvent } from './providers/provider.ts';
import { ProviderError } from './providers/provider-error.ts';

/** What a service has sent, as it came. */
export interface WebhookDelivery {
  platform: Platform;
  body: string;
  receivedAt: string;
}

export const webhookDeliveries: JobKind<WebhookDelivery> = {
  name: 'notices',
  data: z.object({ platform: z.enum(platforms), body: z.string(), receivedAt: z.string() }),
  // After two seconds, four, eight, up to every half hour: for some three days, as a service that is away
  // longer than that is found again by the daily look. Work that a process left behind by dying is taken up
  // again within a minute.
  options: {
    retryLimit: 150,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 1800,
    heartbeatSeconds: 30,
  },
  work: { pollingIntervalSeconds: 1, batchSize: 10, burstWhenBatchFull: true },
};

/** Does what the notices of a stored body ask for. Throws where any could not be done: all are done again then. */
export async function handleDelivery(work: IntegrationDependencies, stored: WebhookDelivery): Promise<void> {
  const provider = work.providers[stored.platform];
  if (!provider) return;
  const failures: unknown[] = [];
  const delivered = new Map<string, Extract<WebhookEvent, { kind: 'delivered' }>[]>();
  for (const notice of provider.eventsOf(stored.body)) {
    if (notice.kind === 'delivered')
      delivered.set(notice.userId, [...(delivered.get(notice.userId) ?? []), notice]);
    else await handleEvent(work, provider, notice).catch((error) => failures.push(error));
  }
  for (const [userId, notices] of delivered)
    await takeDelivered(work, provider, userId, notices).catch((error) => failures.push(error));
  const worth = failures.find(isWorthAnotherTry);
  if (worth) throw worth;
}

/** A coupling that is dead, or a call that makes no sense, is not mended by trying again. */
const isWorthAnotherTry = (error: unknown) =>
  !(error instanceof ProviderError) || ['limit', 'down', 'operator'].includes(error.kind);

/** Notices about people who are not coupled (any more) are nobody's. */
async function handleEvent(
  work: IntegrationDependencies,
  provider: Provider,
  notice: WebhookEvent,
): Promise<void> {
  const coupling = await connectedAccountOf(work.db, provider.platform, notice.userId);
  if (!coupling) return;
  const now = work.clock();
  switch (notice.kind) {
    case 'changed':
      return readAgain(work, provider, coupling, notice.externalId);
    case 'changedBetween':
      return listAgain(work, provider, coupling, notice.from, notice.until);
    case 'deleted':
      return removeRecords(work.db, coupling.person_id, provider.platform, [notice.externalId], now);
    case 'waiting': {
      const workouts = await withAccess(work, provider, coupling, (access) =>
        provider.collect ? provider.collect(access, notice.address) : Promise.resolve([]),
      );
      const { isEdited } = notice;
      return receiveOf(
        work,
        coupling,
        workouts.map((workout) => ({ ...workout, isEdited })),
      );
    }
    case 'revoked':
      return tryConsent(work, provider, coupling);
    case 'permissions':
      return notice.mayRead ? undefined : tryConsent(work, provider, coupling);
    default:
      return;
  }
}

async function takeDelivered(
  work: IntegrationDependencies,
  { platform }: Provider,
  userId: string,
  notices: Extract<WebhookEvent, { kind: 'delivered' }>[],
): Promise<void> {
  const coupling = await connectedAccountOf(work.db, platform, userId);
  if (!coupling) return;
  const workouts = notices.map(({ workout }) => workout);
  await receiveOf(work, coupling, workouts);
}

/** So many workouts take a second at most, in which the embedded engine does nothing else; the next ones follow. */
const together = 100;

/** Takes in what a service has told for a coupling, unless that has ended meanwhile. */
async function receiveOf(
  { db, clock }: IntegrationDependencies,
  coupling: ConnectedAccountRow,
  workouts: Workout[],
): Promise<void> {
  const { person_id: personId, platform } = coupling;
  for (let at = 0; at < workouts.length; at += together) {
    const some = workouts.slice(at, at + together);
    await receiveWorkouts(db, personId, platform, some, clock(), mustBeConnected(coupling));
  }
}

/** Reads one workout as it is now: what a notice says about it may be old, and what is read is not. */
async function readAgain(
  work: IntegrationDependencies,
  provider: Provider,
  coupling: ConnectedAccountRow,
  externalId: string,
): Promise<void> {
  const { db, clock } = work;
  const around = { startedAt: clock(), elapsedSeconds: 0 };
  const workout = await withAccess(work, provider, coupling, (access) =>
    provider.read(access, externalId, around),
  );
  if (workout) await receiveOf(work, coupling, [workout]);
  else if (provider.refreshes === 'atOnce')
    await removeRecords(db, coupling.person_id, provider.platform, [externalId], clock());
}

/**
 * Reads all that started between two moments, and removes what is not there any more; of what arrived before
 * the account was coupled nobody knows whether it was ever there, as somebody may have had another one.
 */
export async function listAgain(
  work: IntegrationDependencies,
  provider: Provider,
  coupling: ConnectedAccountRow,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<void> {
  const { db } = work;
  const { platform } = provider;
  const { person_id: personId, coupled_at: since } = coupling;
  const known = await recordsBetween(db, personId, platform, { from, until, since });
  const seen = new Set<string>();
  await withAccess(work, provider, coupling, async (access) => {
    for await (const workouts of provider.list(access, from, until)) {
      for (const { externalId } of workouts) seen.add(externalId);
      await receiveOf(work, coupling, workouts);
    }
  });
  if (!provider.isPolled) return;
  // A list that shifts while it is paged leaves one out: what is missing is asked for by itself.
  for (const externalId of known.filter((id) => !seen.has(id)))
    await readAgain(work, provider, coupling, externalId);
}

/** A consent that is said to be gone is tried, so that nobody can end a coupling by saying so. */
async function tryConsent(
  work: IntegrationDependencies,
  provider: Provider,
  coupling: ConnectedAccountRow,
): Promise<void> {
  if (coupling.dead_since) return;
  await withAccess(work, provider, coupling, (access) => provider.check(access)).catch((error) => {
    if (!(error instanceof ProviderError) || !['gone', 'consent'].includes(error.kind)) throw error;
  });
}
