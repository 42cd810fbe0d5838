import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Db } from '../db/db.ts';
import type { JobKind } from '../kit/queue.ts';
import type { ConnectedAccountRow } from './connected-account.ts';
import { type IntegrationDependencies, withAccess } from './provider-access.ts';
import type { Provider } from './providers/provider.ts';
import { ProviderError } from './providers/provider-error.ts';
import { reconcileRange } from './webhooks/webhook-events.ts';

/** A job that imports a connected account's workouts from its service. */
export interface Import {
  accountId: number;
  /** The first import goes back as far as the service allows; each daily import overlaps the previous one slightly. */
  kind: 'first' | 'daily';
}

export const imports: JobKind<Import> = {
  name: 'imports',
  data: z.object({ accountId: z.int(), kind: z.enum(['first', 'daily']) }),
  // Retries after 5 seconds, then 10 and 20, and later every 30 minutes. Stops after a day, when the next daily import
  // is due.
  options: { retryLimit: 50, retryDelay: 5, retryBackoff: true, retryDelayMax: 1800, heartbeatSeconds: 30 },
  work: { pollingIntervalSeconds: 1, batchSize: 4, burstWhenBatchFull: true },
};

/**
 * By how many days a daily import overlaps the previous import. Webhook events may be days late, and device clocks may
 * be off by even more.
 */
const overlapDays = 3;

/** For how many hours a first import is retried. */
const firstTakesHours = 24;

/** The longest period that every service can list in one request, in days. */
const farthestDays = 30;

/** Runs an import, unless the account has been disconnected. Throws if the import should be retried. */
export async function doImport(work: IntegrationDependencies, { accountId, kind }: Import): Promise<void> {
  const { db, clock } = work;
  const account = await db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('id', '=', accountId)
    .where('dead_since', 'is', null)
    .executeTakeFirst();
  const provider = account && work.providers[account.platform];
  if (!provider) return;
  const now = clock();
  const from = startOf(provider, account, kind, now);
  if (!from) return;
  try {
    await reconcileRange(work, provider, account, from, now);
  } catch (error) {
    if (error instanceof ProviderError && !['limit', 'down', 'operator'].includes(error.kind)) return;
    throw error;
  }
  await db
    .updateTable('connected_accounts')
    .set({ polled_at: now.toString() })
    .where('id', '=', accountId)
    .execute();
}

function startOf(
  provider: Provider,
  account: ConnectedAccountRow,
  kind: Import['kind'],
  now: Temporal.Instant,
): Temporal.Instant | undefined {
  const farthest = provider.firstImportDays * 24;
  if (kind === 'first') return farthest > 0 ? now.subtract({ hours: farthest }) : undefined;
  const { polled_at: polledAt, coupled_at: coupledAt } = account;
  const isFirstOnItsWay = now.since(coupledAt).total('hours') < firstTakesHours;
  if (!provider.isPolled && (polledAt || isFirstOnItsWay || farthest === 0)) return undefined;
  // If no import has finished yet, this import also covers the period of the first import.
  const wanted =
    polledAt?.subtract({ hours: overlapDays * 24 }) ??
    coupledAt.subtract({ hours: Math.max(farthest, overlapDays * 24) });
  const earliest = now.subtract({ hours: farthestDays * 24 });
  // Do not go back too far: workouts that the service no longer lists are not necessarily deleted.
  return Temporal.Instant.compare(wanted, earliest) < 0 ? earliest : wanted;
}

/** Returns the ids of all active connected accounts, for the daily import. */
export async function activeConnectedAccounts(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('connected_accounts')
    .select('id')
    .where('dead_since', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Renews all tokens, because services end a consent that is not used for about three months. Tries every account, and
 * only then throws if there were unexpected errors.
 */
export async function refreshTokens(work: IntegrationDependencies): Promise<void> {
  const unexpected: unknown[] = [];
  for (const id of await activeConnectedAccounts(work.db))
    await checkCoupling(work, id).catch((error: unknown) => unexpected.push(error));
  if (unexpected.length > 0) throw new AggregateError(unexpected, reasonsOf(unexpected));
}

const reasonsOf = (errors: unknown[]) =>
  `${errors.length} accounts could not be renewed: ${[...new Set(errors.map(String))].slice(0, 5).join('; ')}`;

async function checkCoupling(work: IntegrationDependencies, id: number): Promise<void> {
  const account = await work.db
    .selectFrom('connected_accounts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const provider = account && work.providers[account.platform];
  if (!provider) return;
  try {
    await withAccess(work, provider, account, (access) => provider.check(access));
  } catch (error) {
    // A service's error has already been recorded for the account or the service, and the next monthly run tries again.
    if (!(error instanceof ProviderError)) throw error;
  }
}
