import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryCache } from './memory-cache.ts';

let state = 0;
let readings = 0;
const everChanging = {
  state: async () => {
    state += 1;
    return String(state);
  },
};
const sizeOf = ({ size }: { size: number }) => size;
const read = async (size: number) => {
  readings += 1;
  return { size, reading: readings };
};

beforeEach(() => {
  readings = 0;
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [100, 41, 49],
  [100_000, 6, 14],
])(
  'while the database keeps changing, reads a value of %i bytes for each of its first %i callers, but at most %i times in the first second',
  async (size, burst, inOneSecond) => {
    const cache = new MemoryCache<{ size: number }>(everChanging as never, { mostBytes: 10_000_000, sizeOf });
    for (let n = 0; n < burst; n += 1)
      expect(await cache.of('key', () => read(size))).toMatchObject({ reading: n + 1 });
    for (let passed = 0; passed < 1000; passed += 25)
      await Promise.all([cache.of('key', () => read(size)), vi.advanceTimersByTimeAsync(25)]);
    expect(readings).toBeGreaterThan(burst);
    expect(readings).toBeLessThanOrEqual(inOneSecond);
  },
);

it('while many callers are waiting, reads a value only once, unless a caller needs it fresh', async () => {
  const cache = new MemoryCache<{ size: number }>(everChanging as never, { mostBytes: 10_000_000, sizeOf });
  const { promise: slow, resolve: end } = Promise.withResolvers<{ size: number }>();
  const waiting = Array.from({ length: 8 }, (_, n) => cache.of(`slow ${n}`, () => slow));
  for (let n = 0; n < 30; n += 1)
    expect(await cache.of('key', () => read(100))).toMatchObject({ reading: 1 });
  expect(await cache.of('key', () => read(100), true)).toMatchObject({ reading: 2 });
  end({ size: 100 });
  await Promise.all(waiting);
  expect(await cache.of('key', () => read(100))).toMatchObject({ reading: 3 });
});

it('gives callers of a busy value no value older than 205 ms, and reads it once for all who wait', async () => {
  const cache = new MemoryCache<{ size: number }>(everChanging as never, { mostBytes: 10_000_000, sizeOf });
  let end = () => {};
  const slowly = async () => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return read(100);
  };
  for (let n = 0; n < 60; n += 1) await cache.of('key', () => read(100));
  const before = readings;
  vi.advanceTimersByTime(200);
  expect(await cache.of('key', slowly)).toMatchObject({ reading: before });
  vi.advanceTimersByTime(10);
  const waiting = [1, 2, 3].map(() => cache.of('key', slowly));
  await vi.advanceTimersByTimeAsync(20);
  end();
  expect(await Promise.all(waiting)).toEqual([1, 2, 3].map(() => ({ size: 100, reading: before + 1 })));
  expect(readings).toBe(before + 1);
});

it('reads busy values that become too old at about the same time together', async () => {
  const cache = new MemoryCache<{ size: number }>(everChanging as never, { mostBytes: 10_000_000, sizeOf });
  for (let n = 0; n < 60; n += 1) await cache.of('one', () => read(100));
  for (let n = 0; n < 60; n += 1) await cache.of('other', () => read(100));
  vi.advanceTimersByTime(190);
  const began: number[] = [];
  const timed = () => {
    began.push(performance.now());
    return read(100);
  };
  await cache.of('one', timed);
  await vi.advanceTimersByTimeAsync(12);
  await cache.of('other', timed);
  expect(began).toEqual([]);
  await vi.advanceTimersByTimeAsync(10);
  expect(began).toHaveLength(2);
  expect(began[0]).toBe(began[1]);
});

it('reads a busy value anew for callers who need it fresh', async () => {
  const cache = new MemoryCache<{ size: number }>(everChanging as never, { mostBytes: 10_000_000, sizeOf });
  for (let n = 0; n < 60; n += 1) await cache.of('key', () => read(100));
  const before = readings;
  expect(await cache.of('key', () => read(100))).toMatchObject({ reading: before });
  expect(await cache.of('key', () => read(100), true)).toMatchObject({ reading: before + 1 });
});

it('reads a value for every caller again after a quiet period', async () => {
  const cache = new MemoryCache<{ size: number }>(everChanging as never, { mostBytes: 10_000_000, sizeOf });
  for (let n = 0; n < 60; n += 1) await cache.of('key', () => read(100));
  vi.advanceTimersByTime(10_000);
  const before = readings;
  for (let n = 1; n <= 10; n += 1)
    expect(await cache.of('key', () => read(100))).toMatchObject({ reading: before + n });
});

it('reads a value again after every change if it is never busy', async () => {
  const cache = new MemoryCache<{ size: number }>(everChanging as never, {
    mostBytes: 10_000_000,
    sizeOf,
    isNeverBusy: true,
  });
  for (let n = 1; n <= 100; n += 1)
    expect(await cache.of('key', () => read(100))).toMatchObject({ reading: n });
});

it('keeps the value of the newer state if an older read ends later', async () => {
  const fresh = Promise.withResolvers<string>();
  const commits = {
    known: 'after',
    state: (isFresh: boolean) => (isFresh ? fresh.promise : Promise.resolve('before')),
  };
  const cache = new MemoryCache<{ size: number }>(commits as never, { mostBytes: 10_000_000, sizeOf });
  const newer = cache.of('key', async () => ({ size: 2 }), true);
  vi.advanceTimersByTime(1);
  const slow = Promise.withResolvers<{ size: number }>();
  const older = cache.of('key', () => slow.promise);
  await new Promise(setImmediate);
  fresh.resolve('after');
  await newer;
  slow.resolve({ size: 1 });
  await older;
  expect(cache.known('key')).toEqual({ size: 2 });
});

it('becomes busy even if each read takes longer than the time between two commits', async () => {
  const cache = new MemoryCache<{ size: number }>(everChanging as never, { mostBytes: 10_000_000, sizeOf });
  const ends: (() => void)[] = [];
  const slowly = async () => {
    await new Promise<void>((resolve) => {
      ends.push(resolve);
    });
    return read(100);
  };
  const callers = [];
  for (let n = 0; n < 100; n += 1) {
    callers.push(cache.of('key', slowly));
    await new Promise(setImmediate);
    // The previous read ends only after the next one has begun.
    ends.at(-2)?.();
    await new Promise(setImmediate);
  }
  for (const end of ends) end();
  await Promise.all(callers);
  expect(ends.length).toBeLessThan(50);
});

it('keeps no more bytes than its limit', async () => {
  const unchanging = { state: async () => 'same' };
  const cache = new MemoryCache<{ size: number }>(unchanging as never, { mostBytes: 250, sizeOf });
  for (const key of ['one', 'two', 'one', 'three', 'one']) await cache.of(key, () => read(100));
  expect(readings).toBe(3);
  await cache.of('two', () => read(100));
  expect(readings).toBe(4);
});

it('replaces a value in the next period, and never returns one from another period, even if the clock is set back', async () => {
  const unchanging = { state: async () => 'same', known: 'same' };
  let period = 1;
  const periodNow = () => period;
  const cache = new MemoryCache<{ size: number }>(unchanging as never, { mostBytes: 250, sizeOf, periodNow });
  await cache.of('other', () => read(100));
  await cache.of('key', () => read(100));
  expect(cache.known('key')).toMatchObject({ reading: 2 });
  period = 2;
  expect(cache.known('key')).toBeUndefined();
  expect(await cache.of('key', () => read(100))).toMatchObject({ reading: 3 });
  period = 1;
  expect(cache.known('other')).toMatchObject({ reading: 1 });
  expect(cache.known('key')).toBeUndefined();
});

it('reads even a busy value again in the next period', async () => {
  let period = 1;
  const cache = new MemoryCache<{ size: number }>(everChanging as never, {
    mostBytes: 10_000_000,
    sizeOf,
    periodNow: () => period,
  });
  for (let n = 0; n < 60; n += 1) await cache.of('key', () => read(100));
  const before = readings;
  expect(await cache.of('key', () => read(100))).toMatchObject({ reading: before });
  period = 2;
  expect(await cache.of('key', () => read(100))).toMatchObject({ reading: before + 1 });
  expect(await cache.of('key', () => read(100))).toMatchObject({ reading: before + 1 });
});

it('lets concurrent callers share a read, and does not keep a failed read', async () => {
  const unchanging = { state: async () => 'same' };
  const cache = new MemoryCache<{ size: number }>(unchanging as never, { mostBytes: 250, sizeOf });
  const failing = () => cache.of('key', () => Promise.reject(new Error('no answer')));
  await expect(failing()).rejects.toThrow('no answer');
  await Promise.all([cache.of('key', () => read(1)), cache.of('key', () => read(1))]);
  expect(readings).toBe(1);
});
