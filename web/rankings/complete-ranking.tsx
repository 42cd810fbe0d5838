import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Challenge } from '../../contract/challenges.ts';
import { usePending } from '../kit/pending.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { NobodyRanked } from './nobody-ranked.tsx';
import { OwnStanding } from './own-standing.tsx';
import {
  complete,
  isNotFound,
  type RankingInput,
  rankingQuery,
  useFurtherRows,
  useOwnPerformer,
} from './queries.ts';
import { SearchableRanking } from './searchable-ranking.tsx';

/** Shows a complete ranking of people or teams, with a search by name. */
export function CompleteRanking(props: {
  query: Omit<RankingInput, 'limit'>;
  caption: string;
  challenge?: Challenge;
}) {
  const { query, caption, challenge } = props;
  const of = query.of ?? 'people';
  const {
    data,
    error,
    isPending: isLoading,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...rankingQuery(complete(query)),
    placeholderData: keepPreviousData,
  });
  const isPending = usePending(isLoading);
  const further = useFurtherRows(complete(query), isPlaceholderData ? undefined : data);
  const first = data?.['hydra:member'];
  const rows = useMemo(() => first && [...first, ...further.rows], [first, further.rows]);
  const own = useOwnPerformer(of);

  if (isPending) return <Waiting />;
  if (!rows && !isNotFound(error)) return <ErrorBanner error={error as Error} onRetry={refetch} />;
  if (!rows?.length) return <NobodyRanked query={query} challenge={challenge} />;
  return (
    <SearchableRanking
      rows={rows}
      total={data?.['hydra:totalItems'] ?? rows.length}
      query={complete(query)}
      further={further}
      of={of}
      ownId={own?.id}
      caption={caption}
      challenge={challenge}
      isStale={isPlaceholderData}
      ownStanding={(rowId) => <OwnStanding query={query} challenge={challenge} rowId={rowId} />}
    />
  );
}
