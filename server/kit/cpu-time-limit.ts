import type { Worker } from 'node:worker_threads';

/** How often a thread is checked, in milliseconds. */
const lookEvery = 250;

/** A task may take this multiple of its CPU time in real time; this stops a thread that hangs. */
const slowest = 10;

/**
 * Calls `exceeded` once a thread has used `limit` milliseconds of CPU time from now on, whatever else the machine does,
 * or once ten times as long has passed. Returns a function that stops watching.
 */
export function limitComputing(thread: Worker, limit: number, exceeded: () => void): () => void {
  // A thread that has not started has used no CPU time.
  const before = thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  let isOver = false;
  const looking = setInterval(async () => {
    const used = await thread.cpuUsage(await before).catch(() => undefined);
    if (used && (used.user + used.system) / 1000 > limit && !isOver) exceeded();
  }, lookEvery);
  const onTheClock = setTimeout(exceeded, slowest * limit);
  return () => {
    isOver = true;
    clearInterval(looking);
    clearTimeout(onTheClock);
  };
}
