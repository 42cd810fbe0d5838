import type { Worker } from 'node:worker_threads';

/** How often the thread's CPU time is checked, in milliseconds. */
const checkEvery = 250;

/** The wall-clock limit is this multiple of the CPU limit; it stops threads that hang. */
const slowest = 10;

/**
 * Calls `exceeded` once a thread has used `limit` milliseconds of CPU time from now on, or once ten times as
 * much wall-clock time has passed. Other load on the machine does not count as CPU time. Returns a function
 * that stops the check.
 */
export function limitComputing(thread: Worker, limit: number, exceeded: () => void): () => void {
  // A thread that has not started yet has used no CPU time.
  const before = thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  let isOver = false;
  const timer = setInterval(async () => {
    const used = await thread.cpuUsage(await before).catch(() => undefined);
    if (used && (used.user + used.system) / 1000 > limit && !isOver) exceeded();
  }, checkEvery);
  const onTheClock = setTimeout(exceeded, slowest * limit);
  return () => {
    isOver = true;
    clearInterval(timer);
    clearTimeout(onTheClock);
  };
}
