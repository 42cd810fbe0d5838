import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatCount } from '../kit/numbers.ts';
import { meQuery } from '../people/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Waiting } from '../ui/waiting.tsx';
import classes from './complete-ranking.module.css';
import { rowsNamed } from './name-filter.ts';
import { OwnStanding } from './own-standing.tsx';
import { completeRankingQuery, isNotFound, type RankingInput, useOwnRowBeyond } from './queries.ts';
import { RankingTable } from './ranking-table.tsx';

const ownRowId = 'own-row';

/** A whole ranking, in which one finds oneself and others by name. */
export function CompleteRanking(props: {
  query: Omit<RankingInput, 'limit'>;
  caption: string;
  challenge?: Challenge;
}) {
  const { t } = useTranslation('rankings');
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...completeRankingQuery(props.query),
    placeholderData: keepPreviousData,
  });
  const rows = data?.['hydra:member'];
  const me = useQuery(meQuery).data;
  const ownRowBeyond = useOwnRowBeyond({ ...props.query, limit: 2000 }, rows);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const shown = useMemo(() => rowsNamed(rows ?? [], wanted), [rows, wanted]);

  if (isPending) return <Waiting />;
  if (!rows && !isNotFound(error)) return <ErrorBanner error={error as Error} onRetry={refetch} />;
  if (!rows?.length) return <EmptyState text={t('table.empty')} />;
  const ownRow = rows.find(({ performer }) => performer.id === me?.id);
  return (
    <div className={classes.ranking} data-stale={isPlaceholderData || undefined}>
      <div className={classes.finding}>
        <OwnStanding
          row={ownRow ?? ownRowBeyond}
          rowId={ownRow && shown.includes(ownRow) ? ownRowId : undefined}
          challenge={props.challenge}
        />
        <TextInput
          size="md"
          type="search"
          label={t('filter.label')}
          leftSection={<IconSearch aria-hidden size={20} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className={classes.count} role="status">
          {wanted
            ? t('filter.found', {
                count: shown.length,
                found: formatCount(shown.length),
                total: formatCount(rows.length),
              })
            : t('filter.all', { count: rows.length, total: formatCount(rows.length) })}
        </p>
      </div>
      {shown.length > 0 && (
        <RankingTable
          caption={props.caption}
          rows={shown}
          ownId={me?.id}
          ownRowId={ownRowId}
          challenge={props.challenge}
        />
      )}
    </div>
  );
}
