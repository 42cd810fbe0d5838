import type { RankingRow } from './queries.ts';

/** Returns the rows whose names contain all the words typed, ignoring case and accents. */
export function rowsNamed(rows: RankingRow[], typed: string): RankingRow[] {
  const terms = plain(typed).split(/\s+/).filter(Boolean);
  if (terms.length === 0) return rows;
  return rows.filter(({ performer }) => {
    const name = plain('name' in performer ? performer.name : `${performer.givenName} ${performer.surname}`);
    return terms.every((term) => name.includes(term));
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
