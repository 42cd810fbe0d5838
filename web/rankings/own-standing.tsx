import { Button } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { Bib } from './bib.tsx';
import { boardState } from './board-state.ts';
import { useGap } from './gap.ts';
import { useMeasure } from './measure.ts';
import { NoStanding, NoTeamStanding } from './no-standing.tsx';
import classes from './own-standing.module.css';
import { type RankingInput, useOwnStanding } from './queries.ts';

/**
 * Shows the rank of the person or their team, the gap to the row ahead, and a link to the row if it is loaded. Stays
 * visible next to the scrolling rows, or above the menu on a phone.
 */
export function OwnStanding(props: {
  query: Omit<RankingInput, 'limit'>;
  challenge: Challenge | undefined;
  rowId: string | undefined;
}) {
  const { query, challenge, rowId } = props;
  const context = query.of ?? 'people';
  const { t } = useTranslation('rankings');
  const measure = useMeasure(challenge, query.of);
  const gapOf = useGap();
  const { row, ahead, isPending } = useOwnStanding(query);
  const scope = query.periodModifier
    ? (`${query.periodType}Else` as 'weekElse' | 'monthElse')
    : query.periodType;
  if (isPending) return <div className={classes.standing} />;
  if (!row)
    return (
      <section className={classes.standing} aria-label={t('standing.label', { context })} data-none>
        {context === 'teams' ? (
          <NoTeamStanding />
        ) : (
          <NoStanding isRunning={boardState(query, challenge) === 'onNow'} />
        )}
      </section>
    );
  return (
    <section className={classes.standing} aria-label={t('standing.label', { context })}>
      <p className={classes.scope}>{t(`scope.${scope}`, { context })}</p>
      <span className={classes.place}>
        <Bib place={row.rank} />
      </span>
      <p className={classes.amount}>
        <strong className="figure">{measure.write(row.kilometers)}</strong> <span>{measure.label}</span>
      </p>
      <p className={classes.gap}>{gapOf(row, ahead, measure)}</p>
      {rowId && (
        <Button
          variant="default"
          className={classes.find}
          leftSection={<IconTargetArrow aria-hidden size={20} />}
          onClick={() => goTo(document.getElementById(rowId))}
        >
          {t('standing.find', { context })}
        </Button>
      )}
    </section>
  );
}

function goTo(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}
