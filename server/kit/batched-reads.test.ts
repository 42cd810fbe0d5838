import { expect, it } from 'vitest';
import { batchedReads } from './batched-reads.ts';

/** A reader whose statements end when the test ends them. */
function heldReader() {
  const statements: { keys: readonly string[]; end: (rows: (string | undefined)[] | Error) => void }[] = [];
  const read = batchedReads<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        statements.push({ keys, end: (rows) => (rows instanceof Error ? reject(rows) : resolve(rows)) });
      }),
  );
  const nextStatement = async (number: number) => {
    await expect.poll(() => statements.length).toBe(number);
    return statements[number - 1] as (typeof statements)[number];
  };
  return { read, nextStatement };
}

it('reads keys that are requested while a statement is running with one further statement', async () => {
  const { read, nextStatement } = heldReader();
  const first = read('a');
  const one = await nextStatement(1);
  const later = ['b', 'c', 'a'].map(read);
  expect(one.keys).toEqual(['a']);
  one.end(['old']);
  expect(await first).toBe('old');
  const two = await nextStatement(2);
  expect(two.keys).toEqual(['b', 'c', 'a']);
  two.end(['B', undefined, 'new']);
  expect(await Promise.all(later)).toEqual(['B', undefined, 'new']);
});

it('reads again after a statement that failed', async () => {
  const { read, nextStatement } = heldReader();
  const failing = Promise.allSettled([read('a'), read('b')]);
  (await nextStatement(1)).end(new Error('no answer'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = read('a');
  (await nextStatement(2)).end(['A']);
  expect(await again).toBe('A');
});
