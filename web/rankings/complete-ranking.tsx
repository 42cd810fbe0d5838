import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { challengeState } from '../challenges/challenge-texts.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { useMeasure } from './measure.ts';
import { OwnStanding } from './own-standing.tsx';
import {
  complete,
  isNotFound,
  type RankingInput,
  rankingQuery,
  useFurtherRows,
  useOwnPerformer,
  useOwnRowBeyond,
} from './queries.ts';
import { SearchableRanking } from './searchable-ranking.tsx';

/** A whole ranking of people or teams, in which one finds oneself and others by name. */
export function CompleteRanking(props: {
  query: Omit<RankingInput, 'limit'>;
  caption: string;
  challenge?: Challenge;
}) {
  const { query, caption, challenge } = props;
  const of = query.of ?? 'people';
  const { t } = useTranslation('rankings');
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...rankingQuery(complete(query)),
    placeholderData: keepPreviousData,
  });
  const further = useFurtherRows(complete(query), isPlaceholderData ? undefined : data);
  const first = data?.['hydra:member'];
  const rows = useMemo(() => first && [...first, ...further.rows], [first, further.rows]);
  const own = useOwnPerformer(of);
  const ownRowBeyond = useOwnRowBeyond(complete(query), rows);
  const measure = useMeasure(challenge, of);
  const isRunning = challenge ? challengeState(challenge) === 'onNow' : !query.periodModifier;

  if (isPending) return <Waiting />;
  if (!rows && !isNotFound(error)) return <ErrorBanner error={error as Error} onRetry={refetch} />;
  if (!rows?.length)
    return (
      <EmptyState text={t(isRunning ? 'table.empty' : 'table.emptyPast', { context: of })}>
        {isRunning && (
          <Button component={Link} to="/my-activities/add" variant="default" size="md">
            {t('standing.add')}
          </Button>
        )}
      </EmptyState>
    );
  const ownRow = rows.find(({ performer }) => performer.id === own?.id);
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
      ownStanding={(rowId) => (
        <OwnStanding
          of={of}
          row={ownRow ?? ownRowBeyond}
          rowId={rowId}
          measure={measure}
          isRunning={isRunning}
        />
      )}
    />
  );
}
