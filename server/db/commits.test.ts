import { expect, it } from 'vitest';
import { Commits } from './commits.ts';

it('does not go back to the state of an earlier query that ends later', async () => {
  const queries: ((state: string) => void)[] = [];
  const pool = {
    on: () => undefined,
    query: async () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      queries.push(resolve);
      return { rows: [{ state: await promise }] };
    },
  };
  const commits = new Commits(pool as never, { validFor: 60_000 });
  const earlier = commits.state();
  await expect.poll(() => queries.length).toBe(1);
  await new Promise(setImmediate);
  const later = commits.state(true);
  await expect.poll(() => queries.length).toBe(2);
  queries[1]?.('after');
  expect(await later).toBe('after');
  queries[0]?.('before');
  expect(await earlier).toBe('before');
  expect(commits.known).toBe('after');
});
