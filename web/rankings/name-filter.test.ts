import { describe, expect, it } from 'vitest';
import type { RankingEntry } from '../../contract/rankings.ts';
import { rowsNamed } from './name-filter.ts';

const rows = [
  ['Élodie', 'Lambert'],
  ['Jan', 'Van den Broeck'],
].map(([givenName = '', surname = ''], id): RankingEntry => {
  const performer = { '@id': `/people/${id}`, '@type': 'Person' as const, id, givenName, surname };
  return { '@id': `/rows/${id}`, '@type': 'RankingEntry', performer, kilometers: 1, rank: id + 1 };
});
const named = (typed: string) => rowsNamed(rows, typed).map(({ rank }) => rank);

describe('the name filter of a ranking', () => {
  it('ignores case and accents, and matches parts in any order', () => {
    expect(named('elodie')).toEqual([1]);
    expect(named('BROECK jan')).toEqual([2]);
    expect(named('jan lambert')).toEqual([]);
  });

  it('also matches the names of teams', () => {
    const performer = { '@id': '/teams/1', '@type': 'ChallengeTeam' as const, id: '1', name: 'Pause Café' };
    const row = { '@id': '/rows/2', '@type': 'TeamRankingEntry' as const, performer, kilometers: 1, rank: 1 };
    expect(rowsNamed([row], 'cafe')).toEqual([row]);
    expect(rowsNamed([row], 'thé')).toEqual([]);
  });

  it('shows all rows for an empty search', () => {
    expect(named('  ')).toEqual([1, 2]);
  });
});
