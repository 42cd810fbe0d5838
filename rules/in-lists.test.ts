import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** How the source of a list starts if the length of the list does not depend on data. */
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

it('queries pass a list as one array parameter, because a statement can have only 65,535 parameters', () => {
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
  // Write .where(sql<boolean>`id = any(${ids}::int[])`) instead of `.where('id', 'in', ids)`.
  expect(found).toEqual([]);
});
