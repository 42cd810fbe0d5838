import '@mantine/core/styles/VisuallyHidden.css';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RankingEntry } from '../../contract/rankings.ts';
import { formatCount } from '../kit/numbers.ts';
import { Bib } from './bib.tsx';
import classes from './board.module.css';
import type { useMeasure } from './measure.ts';

/** A person's place, name and kilometres. */
export function BoardRow(props: {
  row: RankingEntry;
  isOwn: boolean;
  measure: ReturnType<typeof useMeasure>;
}) {
  const { row, isOwn, measure } = props;
  const { t } = useTranslation('rankings');
  return (
    <li className={classes.row} data-own={isOwn || undefined}>
      <span className={classes.rank}>{row.rank <= 3 ? <Bib place={row.rank} /> : formatCount(row.rank)}</span>
      <span className={classes.name}>
        {row.performer.givenName} {row.performer.surname}
        {isOwn && <span className={classes.own}>{t('own')}</span>}
      </span>
      <span className={classes.kilometers}>
        {measure.write(row.kilometers)}
        <VisuallyHidden> {measure.label}</VisuallyHidden>
      </span>
    </li>
  );
}
