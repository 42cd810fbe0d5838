import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallInput } from '../../contract/kit/operation.ts';
import * as rankings from '../../contract/rankings.ts';
import { CallFailure, call } from '../kit/call.ts';
import { meQuery } from '../people/queries.ts';

/** Which board: a period, a sport, a challenge, and how many rows of it. */
export type RankingInput = Omit<CallInput<typeof rankings.list>['query'], 'limit' | 'periodModifier'> & {
  limit: number;
  periodModifier?: number;
};

/** A board; with `person` only that person's row, wherever it stands. */
export const rankingQuery = (query: RankingInput) =>
  queryOptions({
    queryKey: ['rankings', query],
    queryFn: () => call(rankings.list, { query }),
  });

/** A whole ranking: 2,000 rows, which is also the most that the server gives. */
export const complete = (query: Omit<RankingInput, 'limit'>): RankingInput => ({ ...query, limit: 2000 });

/** One's own row of a board where it lies beyond the rows that the board has; nothing where it does not. */
export function useOwnRowBeyond(query: RankingInput, rows: rankings.RankingEntry[] | undefined) {
  const me = useQuery(meQuery).data;
  const mayLieBeyond =
    me && rows && rows.length >= query.limit && !rows.some(({ performer }) => performer.id === me.id);
  const { data } = useQuery({
    ...rankingQuery({ ...query, person: me?.iri }),
    enabled: Boolean(mayLieBeyond),
  });
  return mayLieBeyond ? data?.['hydra:member'][0] : undefined;
}

/** Whether there simply is no such board, which statistics do not complain about. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof CallFailure && error.status === 404;
}
