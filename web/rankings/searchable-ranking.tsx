import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatCount } from '../kit/numbers.ts';
import { rowsNamed } from './name-filter.ts';
import type { Performers, RankingRow } from './queries.ts';
import { RankingTable } from './ranking-table.tsx';
import classes from './searchable-ranking.module.css';

const ownRowId = 'own-row';

/** The rows of a ranking and a field to find names in them; above the field stands one's own place. */
export function SearchableRanking(props: {
  rows: RankingRow[];
  of: Performers;
  ownRow: RankingRow | undefined;
  caption: string;
  challenge: Challenge | undefined;
  isStale: boolean;
  /** Gets the id of one's own row where that is among those shown. */
  ownStanding: (rowId: string | undefined) => ReactNode;
}) {
  const { rows, ownRow } = props;
  const { t } = useTranslation('rankings');
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const shown = useMemo(() => rowsNamed(rows, wanted), [rows, wanted]);
  const context = props.of;
  const [found, total] = [formatCount(shown.length), formatCount(rows.length)];
  return (
    <div className={classes.ranking} data-stale={props.isStale || undefined}>
      <div className={classes.finding}>
        {props.ownStanding(ownRow && shown.includes(ownRow) ? ownRowId : undefined)}
        <TextInput
          size="md"
          type="search"
          label={t('filter.label', { context })}
          placeholder={t('filter.label', { context })}
          leftSection={<IconSearch aria-hidden size={20} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className={classes.count} role="status">
          {wanted.trim()
            ? t('filter.found', { context, count: shown.length, found, total })
            : t('filter.all', { context, count: rows.length, total })}
        </p>
      </div>
      {shown.length > 0 && (
        <RankingTable
          caption={props.caption}
          of={props.of}
          rows={shown}
          ownId={ownRow?.performer.id}
          ownRowId={ownRowId}
          challenge={props.challenge}
        />
      )}
    </div>
  );
}
