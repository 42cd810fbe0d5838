import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Db } from '../../db/db.ts';
import type { JobKind, Queue } from '../../kit/queue.ts';
import { type Mailing, mailWork, processMailJobs } from '../../outbox/mail-jobs.ts';
import { withOutboxRecord } from '../../outbox/mail-record.ts';
import type { AccountRemovalHooks } from '../dependencies.ts';
import { anonymise, peopleToAnonymise, peopleToWarn, withdrawWarnings } from './anonymisation.ts';
import { sendAnonymisationWarning } from './anonymisation-warning.ts';
import { removeUnusedInvitation, unusedInvitations } from './unused-invitations.ts';

/** The dependencies of anonymisation. */
export interface AnonymisationDependencies {
  db: Db;
  clock: () => Temporal.Instant;
  removalHooks: AccountRemovalHooks;
}

interface OfPerson {
  personId: number;
}

const ofPerson = z.object({ personId: z.int() });

// Retries a job for a few hours; the next day's job picks up the remaining accounts. People are anonymised one at a
// time, so that the boards are locked only briefly.
const retryOptions = { retryLimit: 6, retryDelay: 60, retryBackoff: true, retryDelayMax: 3600 };

export const warnings: JobKind<OfPerson> = withOutboxRecord(
  {
    name: 'anonymisation-warnings',
    data: ofPerson,
    options: retryOptions,
    work: mailWork,
  },
  ({ personId }) => ({ kind: 'anonymisation', personId }),
);

export const anonymisations: JobKind<OfPerson> = {
  name: 'anonymisations',
  data: ofPerson,
  options: retryOptions,
  work: { pollingIntervalSeconds: 1, batchSize: 1, burstWhenBatchFull: true },
};

/** Starts processing anonymisation jobs in this process, and schedules the daily check (in UTC). */
export async function startAnonymisation(
  queue: Queue,
  { db, clock, removalHooks }: AnonymisationDependencies,
  mailing: Mailing,
  report: (error: unknown) => void,
): Promise<void> {
  await processMailJobs(queue, warnings, mailing, clock, (watched, { personId }, now) =>
    sendAnonymisationWarning(watched, personId, now),
  );
  await queue.work(anonymisations, async ({ personId }) => {
    for (const error of await anonymise(db, removalHooks, personId, clock())) report(error);
    await removeUnusedInvitation(db, removalHooks, personId, clock());
  });
  // Warnings are sent in the morning, when people read their email.
  await queue.repeat('anonymise', '30 6 * * *', () => enqueueDueAnonymisations(queue, { db, clock }));
}

/**
 * Enqueues jobs for the people who are due to be warned or anonymised, and for those who never activated
 * their account.
 */
export async function enqueueDueAnonymisations(
  queue: Queue,
  { db, clock }: Pick<AnonymisationDependencies, 'db' | 'clock'>,
): Promise<void> {
  const now = clock();
  await withdrawWarnings(db, now);
  const warn = await queue.enqueuer(warnings);
  for (const { personId } of await peopleToWarn(db, now)) await warn(db, { personId });
  const remove = await queue.enqueuer(anonymisations);
  for (const { personId } of await peopleToAnonymise(db, now)) await remove(db, { personId });
  for (const personId of await unusedInvitations(db, now)) await remove(db, { personId });
}
