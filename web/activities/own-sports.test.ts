import { expect, it } from 'vitest';
import { ownSports } from './own-sports.ts';

const logged = (...sports: string[]) =>
  ownSports(sports.map((id) => ({ sport: { '@id': id, '@type': 'Sport', id: 1, labels: [] } })));

it('the suggested sports are the last logged sport, followed by the most frequent ones', () => {
  expect(logged('yoga', 'walking', 'running', 'running', 'walking', 'running')).toEqual([
    'yoga',
    'running',
    'walking',
  ]);
});

it('there are at most four suggested sports, and none for a person without activities', () => {
  expect(logged('a', 'b', 'c', 'd', 'e', 'e')).toEqual(['a', 'e', 'b', 'c']);
  expect(logged()).toEqual([]);
});
