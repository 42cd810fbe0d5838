import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Round } from './fault.ts';
import { endNow, type Platform } from './platform.ts';
import type { Traffic } from './traffic.ts';

/** How long the comparison may take, in milliseconds: also an embedded engine that hangs must not stop everything. */
const within = 90_000;

/** What is compared: where, and what was sent under which name, with the id that was acknowledged. */
export interface Comparison {
  place: { databaseUrl: string } | { dataDir: string };
  sent: [name: string, uuid: string | undefined][];
}

/**
 * Compares what was acknowledged with what is stored, and standings with sums, in a process of its own. The servers
 * have ended.
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
    else failures.push(`what is stored could not be read: the comparison ended with ${found}`);
  } catch {
    failures.push(`what is stored could not be read within ${within / 1000} s`);
  } finally {
    await endNow(child);
  }
}
