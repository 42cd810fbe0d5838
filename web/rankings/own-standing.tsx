import { Button } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import type { RankingEntry } from '../../contract/rankings.ts';
import { Bib } from './bib.tsx';
import { useMeasure } from './measure.ts';
import classes from './own-standing.module.css';

/** One's own place in a ranking, and the way to its row where that is shown. */
export function OwnStanding(props: {
  row: RankingEntry | undefined;
  rowId: string | undefined;
  /** Whether an activity of today would still count. */
  isRunning: boolean;
  challenge: Challenge | undefined;
}) {
  const { row, rowId } = props;
  const { t } = useTranslation('rankings');
  const measure = useMeasure(props.challenge);
  return (
    <section className={classes.standing} aria-label={t('standing.label')} data-none={!row || undefined}>
      {row ? (
        <>
          <Bib place={row.rank} caption={t('standing.place')} />
          <p className={classes.amount}>
            <strong>{measure.write(row.kilometers)}</strong> <span>{measure.label}</span>
          </p>
        </>
      ) : (
        <>
          <p className={classes.none}>{t('standing.none')}</p>
          {props.isRunning && (
            <Button
              component={Link}
              to="/my-activities/add"
              variant="default"
              className={classes.add as string}
            >
              {t('standing.add')}
            </Button>
          )}
        </>
      )}
      {rowId && (
        <Button
          variant="default"
          className={classes.find}
          leftSection={<IconTargetArrow aria-hidden size={20} />}
          onClick={() => goTo(document.getElementById(rowId))}
        >
          {t('standing.find')}
        </Button>
      )}
    </section>
  );
}

function goTo(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}
