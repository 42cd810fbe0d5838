import { Button } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Bib } from './bib.tsx';
import type { Measure } from './measure.ts';
import { NoStanding, NoTeamStanding } from './no-standing.tsx';
import classes from './own-standing.module.css';
import type { Performers, RankingRow } from './queries.ts';

/** One's own place in a ranking or that of one's team, and the way to its row where that is shown. */
export function OwnStanding(props: {
  of: Performers;
  row: RankingRow | undefined;
  rowId: string | undefined;
  /** Whether an activity of today would still count. */
  isRunning: boolean;
  measure: Measure;
}) {
  const { of, row, rowId, measure } = props;
  const { t } = useTranslation('rankings');
  const label = t('standing.label', { context: of });
  return (
    <section className={classes.standing} aria-label={label} data-none={!row || undefined}>
      {row ? (
        <>
          <Bib place={row.rank} caption={t('standing.place', { context: of })} />
          <p className={classes.amount}>
            <strong>{measure.write(row.kilometers)}</strong> <span>{measure.label}</span>
          </p>
        </>
      ) : of === 'teams' ? (
        <NoTeamStanding />
      ) : (
        <NoStanding isRunning={props.isRunning} />
      )}
      {rowId && (
        <Button
          variant="default"
          className={classes.find}
          leftSection={<IconTargetArrow aria-hidden size={20} />}
          onClick={() => goTo(document.getElementById(rowId))}
        >
          {t('standing.find', { context: of })}
        </Button>
      )}
    </section>
  );
}

function goTo(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}
