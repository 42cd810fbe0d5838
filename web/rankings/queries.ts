import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Answer, CallInput } from '../../contract/kit/operation.ts';
import * as rankings from '../../contract/rankings.ts';
import { CallFailure, call, callAddress } from '../kit/call.ts';
import { meQuery } from '../people/queries.ts';
import { useOwnTeam } from '../teams/queries.ts';

type PeopleInput = CallInput<typeof rankings.list>['query'];
type TeamInput = CallInput<typeof rankings.listTeams>['query'];

/** Whether people or teams are ranked. */
export type Performers = 'people' | 'teams';

/** The input for a board: people (the default) or teams, the period, sport, challenge and number of rows. */
export type RankingInput = Omit<PeopleInput & TeamInput, 'limit' | 'periodModifier' | 'page'> & {
  of?: Performers;
  limit: number;
  periodModifier?: number;
};

/** A row of a board of people or of teams. */
export type RankingRow = rankings.RankingEntry | rankings.TeamRankingEntry;

type Ranking = Omit<Answer<typeof rankings.list>, 'hydra:member' | 'ahead'> & {
  'hydra:member': RankingRow[];
  /** The row ahead. Present only if the row of one person or team is requested. */
  ahead: RankingRow | null;
};

/** Returns the query for a board; with `person` or `team`, only the row of that person or team. */
export const rankingQuery = ({ of = 'people', ...query }: RankingInput) =>
  queryOptions({
    queryKey: ['rankings', of, query],
    queryFn: (): Promise<Ranking> =>
      of === 'teams' ? call(rankings.listTeams, { query }) : call(rankings.list, { query }),
  });

/** Returns the input for a complete ranking: 2,000 rows, the most that the server returns at once. */
export const complete = (query: Omit<RankingInput, 'limit'>): RankingInput => ({ ...query, limit: 2000 });

/** Fetches more rows of a ranking on request. */
export function useFurtherRows({ of = 'people', ...query }: RankingInput, first: Ranking | undefined) {
  const next = first?.['hydra:view']?.['hydra:next'];
  const further = useInfiniteQuery({
    queryKey: ['rankings', of, query, 'further', next],
    queryFn: ({ pageParam }) => callAddress(rankings.list, pageParam),
    initialPageParam: next ?? '',
    getNextPageParam: (page) => page['hydra:view']?.['hydra:next'],
    enabled: false,
  });
  const rows = useMemo(() => {
    // Somebody in the later rows may have moved up into the first rows since these were loaded.
    const known = new Set(first?.['hydra:member'].map(({ '@id': id }) => id));
    const all = further.data?.pages.flatMap((page) => page['hydra:member']) ?? [];
    return all.filter(({ '@id': id }) => !known.has(id));
  }, [first, further.data]);
  return {
    rows,
    hasMore: further.data ? further.hasNextPage : next !== undefined,
    isLoading: further.isFetching,
    error: further.error,
    load: () => void further.fetchNextPage(),
  };
}

/**
 * Returns the rows of a board whose names contain the typed words, as found by the server. Makes no request without
 * words.
 */
export function useFoundRows(query: RankingInput, search: string) {
  return useQuery({
    ...rankingQuery({ ...query, q: search }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns the id and address of the signed-in person or their team, in the form that rows use; undefined for people
 * without a team.
 */
export function useOwnPerformer(of: Performers = 'people'): { id: number | string; iri: string } | undefined {
  const me = useQuery(meQuery).data;
  const team = useOwnTeam({ enabled: of === 'teams' });
  if (of === 'teams') return team ? { id: team.uuid, iri: team['@id'] } : undefined;
  return me ?? undefined;
}

/** Returns the row of the signed-in person or their team on a board, and the row ahead of it. */
export function useOwnStanding(
  query: Omit<RankingInput, 'limit'>,
  { enabled = true } = {},
): {
  row: RankingRow | undefined;
  ahead: RankingRow | null;
  isPending: boolean;
} {
  const own = useOwnPerformer(query.of);
  const whose = query.of === 'teams' ? 'team' : 'person';
  const { data, isLoading } = useQuery({
    ...rankingQuery({ ...query, limit: 1, [whose]: own?.iri }),
    enabled: Boolean(own) && enabled,
    placeholderData: keepPreviousData,
  });
  return { row: data?.['hydra:member'][0], ahead: data?.ahead ?? null, isPending: isLoading };
}

/** Returns whether the error says that the board does not exist; the statistics page does not show this error. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof CallFailure && error.status === 404;
}
