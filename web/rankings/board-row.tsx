import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../kit/numbers.ts';
import { Bib } from './bib.tsx';
import classes from './board.module.css';
import type { Measure } from './measure.ts';
import { PerformerName } from './performer-name.tsx';
import type { RankingRow } from './queries.ts';

/** Shows a row of a board: the rank, name and kilometres of a person or a team. */
export function BoardRow(props: { row: RankingRow; isOwn: boolean; measure: Measure }) {
  const { row, isOwn, measure } = props;
  const { t } = useTranslation();
  return (
    <li className={classes.row} data-own={isOwn || undefined}>
      <span className={classes.rank}>{row.rank <= 3 ? <Bib place={row.rank} /> : formatCount(row.rank)}</span>
      <span className={classes.name}>
        <PerformerName performer={row.performer} isOwn={isOwn} somebody={t('somebody')} />
      </span>
      <span className={classes.kilometers}>
        {measure.write(row.kilometers)}
        <VisuallyHidden> {measure.label}</VisuallyHidden>
      </span>
    </li>
  );
}
