import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatDate, formatDateRange, today } from '../kit/dates.ts';
import { formatCount } from '../kit/numbers.ts';
import { Bib } from './bib.tsx';
import { type Measure, useMeasure } from './measure.ts';
import { PerformerName } from './performer-name.tsx';
import type { Performers, RankingRow } from './queries.ts';
import classes from './ranking-table.module.css';

/** The rows per block. The browser skips the layout of distant blocks, which is cheaper than skipping each row. */
const partLength = 50;

/**
 * Shows all rows of a ranking. Stays fast with 2,000 rows, because the browser lays out only the blocks near the
 * window.
 */
export const RankingTable = memo(function RankingTable(props: {
  caption: string;
  of: Performers;
  rows: RankingRow[];
  ownId: RankingRow['performer']['id'] | undefined;
  ownRowId: string;
  challenge: Challenge | undefined;
}) {
  const { rows, ownId } = props;
  const measure = useMeasure(props.challenge, props.of);
  const { t, i18n } = useTranslation(['rankings', 'common']);
  const parts = Array.from({ length: Math.ceil(rows.length / partLength) }, (_, part) =>
    rows.slice(part * partLength, (part + 1) * partLength),
  );
  return (
    // A new language changes the number formats in every row.
    <table key={i18n.language} className={`${classes.table} card`}>
      <caption className={classes.caption}>
        {props.caption}
        <span className={classes.printed}>
          {props.challenge && formatDateRange(props.challenge.startsAt, props.challenge.endsAt)}
        </span>
        <span className={classes.printed}>{t('table.printed', { date: formatDate(today()) })}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('table.place')}</th>
          <th scope="col">{t('table.name')}</th>
          <th scope="col">{measure.label}</th>
        </tr>
      </thead>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block stays the same block when others move into it.
        <tbody key={index}>
          {part.map((row) => (
            <Row
              key={row['@id']}
              row={row}
              ownRowId={row.performer.id === ownId ? props.ownRowId : undefined}
              write={measure.write}
              somebody={t('common:somebody')}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
});

/** Shows a row, and renders it again only if it has changed. */
const Row = memo(function Row(props: {
  row: RankingRow;
  /** The element id, if this is the row of the person or their team. */
  ownRowId: string | undefined;
  write: Measure['write'];
  somebody: string;
}) {
  const { performer, rank, kilometers } = props.row;
  const isOwn = props.ownRowId !== undefined;
  return (
    <tr {...(isOwn ? { id: props.ownRowId, tabIndex: -1, 'data-own': true } : {})}>
      <td>{rank <= 3 ? <Bib place={rank} /> : formatCount(rank)}</td>
      <th scope="row">
        <PerformerName performer={performer} isOwn={isOwn} somebody={props.somebody} />
      </th>
      <td>{props.write(kilometers)}</td>
    </tr>
  );
});
