import DataLoader from 'dataloader';
import { runForEverybody, withinBudget } from '../db/wait-budget.ts';

/** The maximum number of rows that are read with one statement. */
const batchSize = 1000;

/**
 * Returns a function that reads the row of one key. Keys that are requested while a statement is running are read
 * together by the next one, so the number of statements does not grow with the number of people who read. A row includes
 * everything that was committed before it was requested. `read` returns a row, or undefined, for each key.
 */
export function batchedReads<Key, Row>(
  read: (keys: readonly Key[]) => Promise<(Row | undefined)[]>,
): (key: Key) => Promise<Row | undefined> {
  let running: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Key, Row | undefined>(
    (keys) => {
      const rows = runForEverybody(() => read(keys));
      running = rows.catch(() => undefined);
      return rows;
    },
    { cache: false, maxBatchSize: batchSize, batchScheduleFn: (begin) => void running.then(begin) },
  );
  return (key) => withinBudget(loader.load(key));
}
