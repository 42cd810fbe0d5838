import { quotaExhaustedUntil } from '../call-quota.ts';
import type { IntegrationDependencies } from '../provider-access.ts';
import type { Provider } from '../providers/provider.ts';
import { claimReads } from './account-reads.ts';
import { readAccount } from './read-account.ts';

/**
 * How many accounts of a service are read at the same time: only a few, because services may limit concurrent
 * calls.
 */
const accountsAtOnce = 4;

/** The time limit for one run, in milliseconds. It is short, so that a process can stop quickly. */
const longestTurn = 5000;

/**
 * Reads what is due at a service, until nothing is left, the service accepts no more calls, or the run has
 * taken too long. Can run in several processes at the same time. `report` receives the errors that an
 * operator should see.
 */
export async function readDue(
  work: IntegrationDependencies,
  provider: Provider,
  report: (error: unknown) => void,
): Promise<void> {
  const end = performance.now() + longestTurn;
  while (performance.now() < end) {
    if (await quotaExhaustedUntil(work.db, provider.platform, work.clock())) return;
    const claimed = await claimReads(work.db, provider.platform, accountsAtOnce, work.clock());
    if (claimed.length === 0) return;
    const failures = await Promise.all(claimed.map((due) => readAccount(work, provider, due)));
    for (const failure of failures.flat()) report(failure);
  }
}
