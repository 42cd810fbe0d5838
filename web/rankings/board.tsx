import type { RankingInput } from './queries.ts';

/** The first rows of a board, with one's own place. */
export function Board(_props: { query: RankingInput; title?: string; completeLink?: string }) {
  return null;
}
