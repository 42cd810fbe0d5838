import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatDate, formatDateRange, today } from '../kit/dates.ts';
import { formatCount } from '../kit/numbers.ts';
import { Bib } from './bib.tsx';
import { useMeasure } from './measure.ts';
import { PerformerName } from './performer-name.tsx';
import type { Performers, RankingRow } from './queries.ts';
import classes from './ranking-table.module.css';

/** The rows per block. The browser skips the layout of distant blocks, which is cheaper than skipping each row. */
const partLength = 50;

/** All rows of a ranking. Stays fast with 2,000 rows, because the browser lays out only the blocks near the window. */
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
  const { t } = useTranslation(['rankings', 'common']);
  const parts = Array.from({ length: Math.ceil(rows.length / partLength) }, (_, part) =>
    rows.slice(part * partLength, (part + 1) * partLength),
  );
  return (
    <table className={`${classes.table} card`}>
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
      {parts.map((part) => (
        <tbody key={part[0]?.['@id']}>
          {part.map(({ '@id': key, performer, rank, kilometers }) => {
            const isOwn = performer.id === ownId;
            return (
              <tr key={key} {...(isOwn ? { id: props.ownRowId, tabIndex: -1, 'data-own': true } : {})}>
                <td>{rank <= 3 ? <Bib place={rank} /> : formatCount(rank)}</td>
                <th scope="row">
                  <PerformerName performer={performer} isOwn={isOwn} somebody={t('common:somebody')} />
                </th>
                <td>{measure.write(kilometers)}</td>
              </tr>
            );
          })}
        </tbody>
      ))}
    </table>
  );
});
