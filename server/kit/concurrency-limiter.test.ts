import { expect, it } from 'vitest';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

it('runs two tasks at a time in order of arrival, refuses the sixth task, and continues after a failure', async () => {
  const turns = new ConcurrencyLimiter(2, 3);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const started = [0, 1, 2, 3, 4, 5].map((number) =>
    turns.run(async () => {
      began.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 0) throw new Error('fails');
      return number;
    }),
  );
  const outcomes = Promise.allSettled(started);
  await expect(started[5]).rejects.toMatchObject({ status: 503, key: 'busy', retryAfterSeconds: 2 });
  expect(began).toEqual([0, 1]);
  for (let number = 0; number < 5; number += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(number);
    ends[number]?.();
  }
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  expect(began).toEqual([0, 1, 2, 3, 4]);
  expect(await turns.run(async () => 'again')).toBe('again');
});
