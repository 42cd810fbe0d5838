import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Round } from './fault.ts';
import { endNow, type Platform } from './platform.ts';
import type { Traffic } from './traffic.ts';

/** The timeout of the comparison, in milliseconds; an embedded engine may hang. */
const within = 90_000;

/**
 * What to compare: the database, and the names of all activities that were sent, each with its id if the server
 * acknowledged the activity.
 */
export interface Comparison {
  place: { databaseUrl: string } | { dataDir: string };
  sent: [name: string, uuid: string | undefined][];
}

/**
 * Compares the acknowledged activities with the stored ones, and the standings with the sums, in a separate process.
 * Call this after the servers have stopped.
 */
export async function compare(
  { failures, atEnd }: Round,
  { engine, databaseUrl, dataDir }: Platform,
  sent: Traffic['sent'],
): Promise<void> {
  const child = fork(fileURLToPath(new URL('comparing-process.ts', import.meta.url)));
  atEnd.defer(() => endNow(child));
  const comparison: Comparison = {
    place: engine === 'embedded' ? { dataDir } : { databaseUrl },
    sent: [...sent],
  };
  child.send(comparison);
  try {
    const signal = AbortSignal.timeout(within);
    const [found] = await Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
    if (Array.isArray(found)) failures.push(...found);
    else failures.push(`the database could not be read: the comparison exited with ${found}`);
  } catch {
    failures.push(`the database could not be read within ${within / 1000} s`);
  } finally {
    await endNow(child);
  }
}
