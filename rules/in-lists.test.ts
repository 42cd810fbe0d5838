import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Lists written in the code, whose length does not depend on data. */
const fixed = [
  '[',
  'pictures',
  'publicKeys',
  'features',
  'signIns',
  'purposes',
  'daysAround(',
  'kinds.map(',
  'isOrganiser ?',
];

it('passes lists as one array parameter, as a statement takes at most 65,535', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'),
  );
  const found = files.flatMap((path) =>
    [...readFileSync(`server/${path}`, 'utf8').matchAll(/'(?:not )?in',\s*(.+)/g)]
      .map(([, list = '']) => list)
      .filter(
        (list) => !fixed.some((beginning) => list.startsWith(beginning)) || /^\[.*\.\.\.(?!inbox)/.test(list),
      )
      .map((list) => `server/${path}: ${list}`),
  );
  // Instead of `.where('id', 'in', ids)`: .where(sql<boolean>`id = any(${ids}::int[])`)
  expect(found).toEqual([]);
});
