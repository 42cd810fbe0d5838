import { AsyncLocalStorage } from 'node:async_hooks';
import { databaseLimits } from './database-limits.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** How long a caller may still wait for the database, in milliseconds. */
export interface WaitBudget {
  left: number;
  /**
   * The person who waits, or undefined for work that everybody needs. Of several people, the one who has used
   * the database least goes first.
   */
  by?: string;
  /** True for work that nobody waits for; such work uses background connections. */
  isBackground?: true;
}

const budgets = new AsyncLocalStorage<WaitBudget | undefined>();

/**
 * Returns the wait budget that applies here; undefined for work without a limit, such as most background
 * work.
 */
export const currentBudget = (): WaitBudget | undefined => budgets.getStore();

/** Runs a function with a wait budget, which also applies to everything that the function starts. */
export const withBudget = <Result>(budget: WaitBudget, run: () => Result): Result => budgets.run(budget, run);

/** Runs a function without a wait budget, for work that outlives its request. */
export const withoutBudget = <Result>(run: () => Result): Result => budgets.run(undefined, run);

/** Subtracts a wait from a budget; `since` is the start of the wait, as returned by `performance.now()`. */
export function spend(budget: WaitBudget | undefined, since: number): void {
  const waited = performance.now() - since;
  if (budget && waited > databaseLimits.negligibleWait) budget.left -= waited;
}

/**
 * Runs a function whose result several requests wait for. It does not count as work for one person, so it
 * gets the next turn.
 */
export const runForEverybody = <Result>(run: () => Result): Result =>
  withBudget({ left: databaseLimits.request }, run);

/** Waits for a shared promise as long as the budget allows. */
export async function withinBudget<Result>(shared: Promise<Result>): Promise<Result> {
  const budget = currentBudget();
  if (!budget) return shared;
  const began = performance.now();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new DatabaseUnavailable('no answer in time')),
    Math.max(0, budget.left),
  );
  try {
    return await Promise.race([shared, late.promise]);
  } finally {
    clearTimeout(timer);
    spend(budget, began);
  }
}
