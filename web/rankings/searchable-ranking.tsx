import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatCount } from '../kit/numbers.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { rowsNamed } from './name-filter.ts';
import {
  type Performers,
  type RankingInput,
  type RankingRow,
  useFoundRows,
  type useFurtherRows,
} from './queries.ts';
import { RankingTable } from './ranking-table.tsx';
import classes from './searchable-ranking.module.css';

const ownRowId = 'own-row';

/** Milliseconds without typing before the app sends the search. */
const typingPause = 300;

/**
 * Shows the rows of a ranking with a search field for names, below the person's own rank. If not all rows are loaded,
 * the server searches the complete ranking.
 */
export function SearchableRanking(props: {
  rows: RankingRow[];
  /** The total number of rows. */
  total: number;
  query: RankingInput;
  further: ReturnType<typeof useFurtherRows>;
  of: Performers;
  /** The id of the signed-in person or their team. */
  ownId: RankingRow['performer']['id'] | undefined;
  caption: string;
  challenge: Challenge | undefined;
  isStale: boolean;
  /** Gets the element id of the person's or team's own row, if that row is loaded. */
  ownStanding: (rowId: string | undefined) => ReactNode;
}) {
  const { rows, ownId, further } = props;
  const { t } = useTranslation('rankings');
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // All teams are loaded, because there are few.
  const isWhole = props.of === 'teams' || rows.length >= props.total;
  const wanted = useDeferredValue(typed).trim();
  const [asked] = useDebouncedValue(typed.trim(), typingPause);
  const found = useFoundRows(props.query, isWhole || !typed.trim() ? '' : asked);
  const named = useMemo(() => rowsNamed(rows, wanted), [rows, wanted]);
  const isSearched = !isWhole && wanted !== '' && found.data !== undefined;
  const shown = isSearched ? found.data['hydra:member'] : named;
  const count = isSearched ? found.data['hydra:totalItems'] : named.length;
  const context = props.of;
  const total = formatCount(props.total);
  const isNobody = wanted !== '' && count === 0 && (isWhole || isSearched) && !found.isPlaceholderData;
  const clear = () => {
    setTyped('');
    field.current?.focus();
  };
  return (
    <div className={classes.ranking} data-stale={props.isStale || found.isPlaceholderData || undefined}>
      <div className={classes.finding}>
        {props.ownStanding(shown.some(({ performer }) => performer.id === ownId) ? ownRowId : undefined)}
        <TextInput
          size="md"
          ref={field}
          type="search"
          label={t('filter.label', { context })}
          placeholder={t('filter.label', { context })}
          leftSection={<IconSearch aria-hidden size={20} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className={`${classes.count} soft small`} role="status">
          {wanted
            ? t('filter.found', { context, count, found: formatCount(count), total })
            : t('filter.all', { context, count: props.total, total })}
        </p>
        {wanted && found.error && <ErrorBanner error={found.error} onRetry={found.refetch} />}
      </div>
      {shown.length > 0 && (
        <RankingTable
          caption={props.caption}
          of={props.of}
          rows={shown}
          ownId={ownId}
          ownRowId={ownRowId}
          challenge={props.challenge}
        />
      )}
      {isNobody && (
        <div className={classes.nobody}>
          <EmptyState text={t('filter.nobody', { context, name: wanted })}>
            <Button variant="default" size="md" onClick={clear}>
              {t('filter.clear', { context })}
            </Button>
          </EmptyState>
        </div>
      )}
      {!wanted && further.error && <ErrorBanner error={further.error} onRetry={further.load} />}
      {!wanted && further.hasMore && (
        <Button
          variant="default"
          size="md"
          className={`${classes.more} start`}
          loading={further.isLoading}
          onClick={further.load}
        >
          {t('filter.more', { shown: formatCount(rows.length), total })}
        </Button>
      )}
    </div>
  );
}
