import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeptInMemory } from './kept-in-memory.ts';

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
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  [100, 51, 107],
  [100_000, 6, 17],
])(
  'while the database keeps changing, reads a value of %i bytes for each of its first %i callers, but at most %i times in the first second',
  async (size, atOnce, inOneSecond) => {
    const kept = new KeptInMemory<{ size: number }>(everChanging as never, { mostBytes: 10_000_000, sizeOf });
    for (let n = 0; n < atOnce; n += 1)
      expect(await kept.of('key', () => read(size))).toMatchObject({ reading: n + 1 });
    for (let passed = 0; passed < 1000; passed += 10) {
      vi.advanceTimersByTime(10);
      await kept.of('key', () => read(size));
    }
    expect(readings).toBeGreaterThan(atOnce);
    expect(readings).toBeLessThanOrEqual(inOneSecond);
  },
);

it('keeps no more bytes than its limit', async () => {
  const unchanging = { state: async () => 'same' };
  const kept = new KeptInMemory<{ size: number }>(unchanging as never, { mostBytes: 250, sizeOf });
  for (const key of ['one', 'two', 'one', 'three', 'one']) await kept.of(key, () => read(100));
  expect(readings).toBe(3);
  await kept.of('two', () => read(100));
  expect(readings).toBe(4);
});

it('lets concurrent callers share a read, and does not keep a failed read', async () => {
  const unchanging = { state: async () => 'same' };
  const kept = new KeptInMemory<{ size: number }>(unchanging as never, { mostBytes: 250, sizeOf });
  const failing = () => kept.of('key', () => Promise.reject(new Error('no answer')));
  await expect(failing()).rejects.toThrow('no answer');
  await Promise.all([kept.of('key', () => read(1)), kept.of('key', () => read(1))]);
  expect(readings).toBe(1);
});
