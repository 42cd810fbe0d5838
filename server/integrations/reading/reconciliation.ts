import type { Temporal } from 'temporal-polyfill';
import { removeRecords } from '../../activities/source-records/receive-workouts.ts';
import { recordsBetween } from '../../activities/source-records/record-list.ts';
import type { ConnectedAccountRow } from '../connected-account.ts';
import { type IntegrationDependencies, withAccess } from '../provider-access.ts';
import type { Provider } from '../providers/provider.ts';
import { receiveOf } from '../received-workouts.ts';
import type { Urgency } from './account-reads.ts';

/** An account that is being read. */
export interface Reading {
  work: IntegrationDependencies;
  provider: Provider;
  account: ConnectedAccountRow;
  urgency: Urgency;
}

/** Reads one workout in its current state, because the content of an event may be outdated. */
export async function readAgain(
  { work, provider, account, urgency }: Reading,
  externalId: string,
): Promise<void> {
  const { db, clock } = work;
  const around = { startedAt: clock(), elapsedSeconds: 0 };
  const workout = await withAccess(
    work,
    provider,
    account,
    (access) => provider.read(access, externalId, around),
    urgency,
  );
  if (workout) await receiveOf(work, account, [workout]);
  else if (provider.refreshes === 'immediately')
    await removeRecords(db, account.person_id, provider.platform, [externalId], clock());
}

/**
 * Reads all workouts that started between two times, and removes those that no longer exist. Keeps records from before
 * the account was connected, because they may come from another account. Returns the ids of all workouts that it read.
 */
export async function reconcile(
  reading: Reading,
  from: Temporal.Instant,
  until: Temporal.Instant,
): Promise<Set<string>> {
  const { work, provider, account, urgency } = reading;
  const { person_id: personId, coupled_at: since } = account;
  const known = await recordsBetween(work.db, personId, provider.platform, { from, until, since });
  const read = new Set<string>();
  await withAccess(
    work,
    provider,
    account,
    async (access) => {
      for await (const workouts of provider.list(access, from, until)) {
        for (const { externalId } of workouts) read.add(externalId);
        await receiveOf(work, account, workouts);
      }
    },
    urgency,
  );
  if (provider.polling === 'never') return read;
  // A list that changes while its pages are read may skip a workout, so missing workouts are read one by one.
  for (const externalId of known.filter((id) => !read.has(id))) {
    await readAgain(reading, externalId);
    read.add(externalId);
  }
  return read;
}
