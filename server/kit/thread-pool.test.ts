import { afterEach, describe, expect, it } from 'vitest';
import { ThreadLimit, ThreadPool } from './thread-pool.ts';

/** A script that echoes its messages; `forever` and `memory` make the script exceed a limit. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (task) => {
      const kept = [];
      while (task === 'forever');
      while (task === 'memory') kept.push(new Array(100_000).fill(kept.length));
      if (task === 'crash') throw new Error('crashed');
      parentPort.postMessage(task);
    });`)}`,
);
const limits = { threads: 1, computing: 30_000, memory: 32, waiting: 2 };
let pool: ThreadPool<string, string>;
const open = (changes: Partial<typeof limits> = {}) => {
  pool = new ThreadPool(script, { ...limits, ...changes });
  return pool;
};
// The pool must still work after each test.
afterEach(async () => expect(await pool.run('after')).toBe('after'));

describe('a pool of threads', () => {
  it('reuses the thread for the next task', async () => {
    const tasks = ['a', 'b', 'c'];
    expect(await Promise.all(tasks.map((task) => open({ waiting: 3 }).run(task)))).toEqual(tasks);
  });

  it('stops a task that uses too much CPU time, then runs the waiting tasks', async () => {
    const two = open({ computing: 1000 });
    const endless = two.run('forever');
    const waiting = two.run('waiting');
    await expect(endless).rejects.toThrow(ThreadLimit);
    expect(await waiting).toBe('waiting');
  });

  it('stops a task that uses too much memory', async () => {
    await expect(open().run('memory')).rejects.toThrow(ThreadLimit);
  });

  it('reports the error of a task that crashes', async () => {
    await expect(open().run('crash')).rejects.toThrow('crashed');
  });

  it('throws 503 if too many tasks are waiting', async () => {
    const full = open({ waiting: 1 });
    const first = full.run('first');
    const second = full.run('second');
    await expect(full.run('third')).rejects.toMatchObject({ status: 503, key: 'busy' });
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  });
});
