import { Temporal } from 'temporal-polyfill';
import { platforms } from '../../contract/couplings.ts';
import { receiveWorkouts, removeRecords } from '../activities/source-records/receive-workouts.ts';
import type { Db } from '../db/db.ts';
import { notFound, ProblemError } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';
import { findConnectedAccount, mustBeConnected } from './connected-account.ts';
import { type IntegrationDependencies, withAccess } from './provider-access.ts';
import { ProviderError } from './providers/provider-error.ts';

/** The outcome of reading an activity again. */
type Outcome = 'done' | 'requested' | 'gone';

/**
 * Reads a person's own activity again from the service whose record counts. Throws 404 if the activity does
 * not exist or does not come from a connected service, 429 if the service limits calls, 502 if the service
 * does not respond, and 409 if it refuses the request.
 */
export async function refreshActivity(
  work: IntegrationDependencies,
  person: Person,
  uuid: string,
): Promise<Outcome> {
  const { db, clock, providers } = work;
  const record = await countingRecord(db, person, uuid);
  const platform = platforms.find((one) => one === record.source);
  const provider = platform && providers[platform];
  const account = platform && (await findConnectedAccount(db, person.id, platform));
  if (!provider || !account || account.dead_since) throw notFound();
  const around = {
    startedAt: record.started_at ?? clock(),
    elapsedSeconds: record.elapsed_seconds ?? 0,
  };
  try {
    const workout = await withAccess(work, provider, account, (access) =>
      provider.read(access, record.external_id, around),
    );
    if (workout) await receiveWorkouts(db, person.id, platform, [workout], clock(), mustBeConnected(account));
    else if (provider.refreshes === 'byWebhook') return 'requested';
    // The record may come from another account at the service, which the person had connected before.
    else if (Temporal.Instant.compare(record.received_at, account.coupled_at) < 0) throw notFound();
    else await removeRecords(db, person.id, platform, [record.external_id], clock());
    return workout ? 'done' : 'gone';
  } catch (error) {
    throw error instanceof ProviderError ? problemOf(error, clock().epochMilliseconds) : error;
  }
}

async function countingRecord(db: Db, person: Person, uuid: string) {
  const record = await db
    .selectFrom('source_records')
    .innerJoin('activities', 'activities.id', 'activity_id')
    .selectAll('source_records')
    .where('activities.uuid', '=', uuid)
    .where('source_records.person_id', '=', person.id)
    .where('counting', '=', true)
    .executeTakeFirst();
  if (!record) throw notFound();
  return record;
}

function problemOf(error: ProviderError, now: number): ProblemError {
  if (error.kind === 'limit' || error.kind === 'quota') {
    const seconds = error.retryAt ? (error.retryAt.epochMilliseconds - now) / 1000 : 60;
    return new ProblemError(429, 'serviceBusy', [], Math.max(1, Math.ceil(seconds)));
  }
  if (error.kind === 'refused') return new ProblemError(409, 'refreshedBefore');
  return new ProblemError(error.kind === 'down' ? 502 : 409, 'serviceSilent');
}
