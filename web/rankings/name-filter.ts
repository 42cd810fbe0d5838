import type { RankingEntry } from '../../contract/rankings.ts';

/** The rows whose name holds every word that was typed, without regard to case and accents. */
export function rowsNamed(rows: RankingEntry[], typed: string): RankingEntry[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ performer }) => {
    const name = plain(`${performer.givenName} ${performer.surname}`);
    return words.every((word) => name.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
