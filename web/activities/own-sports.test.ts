import { expect, it } from 'vitest';
import { ownSports } from './own-sports.ts';

const logged = (...sports: string[]) =>
  ownSports(sports.map((id) => ({ sport: { '@id': id, '@type': 'Sport', id: 1, labels: [] } })));

it('offers the last sport first, then those that are logged most', () => {
  expect(logged('yoga', 'walking', 'running', 'running', 'walking', 'running')).toEqual([
    'yoga',
    'running',
    'walking',
  ]);
});

it('offers four at most, and none to somebody who has logged nothing', () => {
  expect(logged('a', 'b', 'c', 'd', 'e', 'e')).toEqual(['a', 'e', 'b', 'c']);
  expect(logged()).toEqual([]);
});
