import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { databaseLimits } from './database-limits.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** How long a caller will still wait for the database, in milliseconds. */
export interface WaitBudget {
  left: number;
  /** Nobody waits for it: it uses a background connection. */
  isBackground?: true;
}

const budgets = new AsyncLocalStorage<WaitBudget | undefined>();

/** The budget of the current request; undefined for background work, which waits. */
export const currentBudget = (): WaitBudget | undefined => budgets.getStore();

/** Runs something, and everything that it starts, with a budget. */
export const withBudget = <Result>(budget: WaitBudget, run: () => Result): Result => budgets.run(budget, run);

/** Starts something that outlives its request. */
export const withoutBudget = <Result>(run: () => Result): Result => budgets.run(undefined, run);

/** Subtracts a wait that began at `since` (of `performance.now()`) from a budget. */
export function spend(budget: WaitBudget | undefined, since: number): void {
  const waited = performance.now() - since;
  if (budget && waited > databaseLimits.unnoticed) budget.left -= waited;
}

/** Waits for a shared result as long as the budget allows. */
export async function withinBudget<Result>(shared: Promise<Result>): Promise<Result> {
  const budget = currentBudget();
  if (!budget) return shared;
  const began = performance.now();
  const over = new AbortController();
  const late = setTimeout(Math.max(0, budget.left), undefined, { signal: over.signal }).then(() => {
    throw new DatabaseUnavailable('no answer in time');
  });
  // The first to end decides; a later rejection is ignored.
  late.catch(() => undefined);
  try {
    return await Promise.race([shared, late]);
  } finally {
    over.abort();
    spend(budget, began);
  }
}
