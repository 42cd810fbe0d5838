import { expect, it } from 'vitest';
import { RowCache } from './row-cache.ts';

/** A cache of texts whose reads end when the test ends them. */
function heldCache() {
  const database = { state: 'first' };
  const reads: { keys: number[]; end: (rows: Map<number, string> | Error) => void }[] = [];
  const cache = new RowCache<number, string>(
    { state: async () => database.state } as never,
    (keys) =>
      new Promise((resolve, reject) => {
        reads.push({ keys, end: (rows) => (rows instanceof Error ? reject(rows) : resolve(rows)) });
      }),
  );
  const nextRead = async (number: number) => {
    await expect.poll(() => reads.length).toBe(number);
    return reads[number - 1] as (typeof reads)[number];
  };
  return { cache, database, reads, nextRead };
}

const rowsOf = (keys: number[], text: string) => new Map(keys.map((key) => [key, text]));

it('reads rows that are requested at the same time together, and each of them once', async () => {
  const { cache, reads, nextRead } = heldCache();
  const asked = [1, 2, 2, 3].map((key) => cache.of(key));
  const { keys, end } = await nextRead(1);
  expect(keys).toEqual([1, 2, 3]);
  end(rowsOf([1, 2], 'row'));
  expect(await Promise.all(asked)).toEqual(['row', 'row', 'row', undefined]);
  expect(await cache.of(3)).toBeUndefined();
  expect(reads).toHaveLength(1);
});

it('reads all rows in use again after a change, even if an earlier read is still running', async () => {
  const { cache, database, nextRead } = heldCache();
  const before = [cache.of(1), cache.of(2)];
  const first = await nextRead(1);
  database.state = 'second';
  const after = cache.of(1);
  const second = await nextRead(2);
  expect(new Set(second.keys)).toEqual(new Set([1, 2]));
  second.end(rowsOf([1, 2], 'new'));
  first.end(rowsOf([1, 2], 'old'));
  expect(await Promise.all(before)).toEqual(['old', 'old']);
  expect([await after, await cache.of(1), await cache.of(2)]).toEqual(['new', 'new', 'new']);
});

it('reads rows again after a read that failed', async () => {
  const { cache, nextRead } = heldCache();
  const failing = Promise.allSettled([cache.of(1), cache.of(2)]);
  (await nextRead(1)).end(new Error('no answer'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = cache.of(1);
  (await nextRead(2)).end(rowsOf([1], 'row'));
  expect(await again).toBe('row');
});

it('reads no more than a thousand rows with one statement', async () => {
  const { cache, reads, nextRead } = heldCache();
  const asked = Array.from({ length: 1500 }, (_, key) => cache.of(key));
  await nextRead(2);
  expect(reads.map(({ keys }) => keys.length)).toEqual([1000, 500]);
  for (const { keys, end } of reads) end(rowsOf(keys, 'row'));
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['row']));
});
