import type { RankingRow } from './queries.ts';

/** Returns the rows whose names contain all the words typed, ignoring case and accents. */
export function rowsNamed(rows: RankingRow[], typed: string): RankingRow[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ performer }) => {
    const name = plain('name' in performer ? performer.name : `${performer.givenName} ${performer.surname}`);
    return words.every((word) => name.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
