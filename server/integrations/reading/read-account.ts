import { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../../contract/couplings.ts';
import type { ConnectedAccountRow } from '../connected-account.ts';
import { type IntegrationDependencies, withAccess } from '../provider-access.ts';
import type { Provider } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { receiveOf } from '../received-workouts.ts';
import {
  finishReads,
  postponeAll,
  postponeReads,
  type Read,
  retryReads,
  type StoredRead,
  type Urgency,
  urgencies,
} from './account-reads.ts';
import { startOfFirstImport, startOfPoll } from './import-period.ts';
import { type Reading, readAgain, reconcile } from './reconciliation.ts';

/** One or more reads, and the function that carries them out together. */
interface Step {
  reads: StoredRead[];
  run: (reading: Reading) => Promise<void>;
}

/**
 * Reads everything that is due for one account, the most urgent first and with as few calls as possible.
 * Postpones reads that failed but may succeed later. Returns the errors that an operator should see.
 */
export async function readAccount(
  work: IntegrationDependencies,
  provider: Provider,
  due: StoredRead[],
): Promise<unknown[]> {
  const { db, clock } = work;
  const account = await db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('id', '=', due[0]?.accountId ?? 0)
    .executeTakeFirst();
  // The account and its reads have been deleted.
  if (!account) return [];
  const failures: unknown[] = [];
  const steps = stepsOf(provider, due);
  for (const [index, { reads, run }] of steps.entries()) {
    try {
      await run({ work, provider, account, urgency: urgencyOf(reads) });
      await finishReads(db, reads, clock());
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : 'unexpected';
      if (kind === 'limit' || kind === 'quota') {
        const left = steps.slice(index).flatMap((step) => step.reads);
        await waitForQuota(work, provider.platform, left);
        return kind === 'limit' ? [...failures, error] : failures;
      }
      const isWorthAnotherTry = ['down', 'operator', 'unexpected'].includes(kind);
      if (isWorthAnotherTry) failures.push(error);
      await (isWorthAnotherTry ? retryReads : finishReads)(db, reads, clock());
    }
  }
  return failures;
}

/** How many minutes to postpone reads that no event requires if no calls are left for them. */
const minutesLeftToEvents = 15;

/**
 * Handles reads for which no calls are left. Reads that an event requires stay due, and are done as soon as
 * the service accepts calls. Other reads are postponed, together with all due reads of the same or a lower
 * urgency.
 */
async function waitForQuota(
  { db, clock }: IntegrationDependencies,
  platform: Platform,
  reads: StoredRead[],
): Promise<void> {
  await postponeReads(db, reads, clock());
  const urgency = urgencyOf(reads);
  if (urgency === 'event') return;
  await postponeAll(db, platform, urgency, clock(), clock().add({ minutes: minutesLeftToEvents }));
}

const urgencyOf = (reads: StoredRead[]): Urgency =>
  urgencies.find((one) => reads.some(({ urgency }) => urgency === one)) ?? 'poll';

/**
 * Groups an account's reads into steps. Several reported workouts are read with one list instead of one call
 * each.
 */
function stepsOf(provider: Provider, due: StoredRead[]): Step[] {
  const of = <Kind extends Read['kind']>(kind: Kind) =>
    due.filter((one): one is StoredRead & { read: Extract<Read, { kind: Kind }> } => one.read.kind === kind);
  const [workouts, polls] = [of('workout'), of('poll')];
  const lists = polls.length > 0 || (workouts.length > 1 && provider.polling !== 'never');
  const externalIds = workouts.map(({ read }) => read.externalId);
  const steps: Step[] = [
    { reads: of('consent'), run: checkConsent },
    ...of('address').map((one) => ({ reads: [one], run: (reading: Reading) => collect(reading, one.read) })),
    ...of('period').map((one) => ({
      reads: [one],
      run: async (reading: Reading) =>
        void (await reconcile(
          reading,
          Temporal.Instant.from(one.read.from),
          Temporal.Instant.from(one.read.until),
        )),
    })),
    lists
      ? {
          reads: [...workouts, ...polls],
          run: (reading: Reading) => poll(reading, externalIds, firstReported(workouts)),
        }
      : {
          reads: workouts,
          run: async (reading: Reading) => {
            for (const externalId of externalIds) await readAgain(reading, externalId);
          },
        },
    { reads: of('first'), run: importFirst },
  ];
  return steps
    .filter(({ reads }) => reads.length > 0)
    .sort(
      (one, other) => urgencies.indexOf(urgencyOf(one.reads)) - urgencies.indexOf(urgencyOf(other.reads)),
    );
}

const firstReported = (reads: StoredRead[]): Temporal.Instant | undefined =>
  reads.map(({ reportedAt }) => reportedAt).sort(Temporal.Instant.compare)[0];

/** Verifies a reported revocation, so that nobody can disconnect an account by sending a forged event. */
async function checkConsent({ work, provider, account, urgency }: Reading): Promise<void> {
  if (account.dead_since) return;
  await withAccess(work, provider, account, (access) => provider.check(access), urgency);
}

/** Fetches the workouts at an address that the service has sent. */
async function collect(
  { work, provider, account, urgency }: Reading,
  { address, isEdited }: Extract<Read, { kind: 'address' }>,
): Promise<void> {
  const workouts = await withAccess(
    work,
    provider,
    account,
    (access) => (provider.collect ? provider.collect(access, address) : Promise.resolve([])),
    urgency,
  );
  await receiveOf(
    work,
    account,
    workouts.map((workout) => ({ ...workout, isEdited })),
  );
}

async function importFirst(reading: Reading): Promise<void> {
  const { work, provider, account } = reading;
  const now = work.clock();
  const from = await startOfFirstImport(work.db, provider, now);
  if (!from) return;
  await reconcile(reading, from, now);
  await notePolled(work, account, now);
}

/** Lists the recent workouts, and then reads each reported workout that is not in the list. */
async function poll(
  reading: Reading,
  reported: string[],
  reportedSince: Temporal.Instant | undefined,
): Promise<void> {
  const { work, provider, account } = reading;
  const now = work.clock();
  const from = startOfPoll(provider, account, reportedSince ?? now, now);
  const isRead = await reconcile(reading, from, now);
  for (const externalId of reported) if (!isRead.has(externalId)) await readAgain(reading, externalId);
  await notePolled(work, account, now);
}

async function notePolled(
  { db }: IntegrationDependencies,
  { id }: ConnectedAccountRow,
  now: Temporal.Instant,
) {
  await db
    .updateTable('connected_accounts')
    .set({ polled_at: now.toString() })
    .where('id', '=', id)
    .execute();
}
