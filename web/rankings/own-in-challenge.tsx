import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { formatCount, formatKilometers } from '../kit/numbers.ts';
import { boardState } from './board-state.ts';
import { useGap } from './gap.ts';
import { useMeasure } from './measure.ts';
import classes from './own-in-challenge.module.css';
import { useOwnStanding } from './queries.ts';

/**
 * Shows the person's own numbers in a challenge: kilometres, rank, this week's kilometres, and the gap to the row
 * ahead.
 */
export function OwnInChallenge({ challenge }: { challenge: Challenge }) {
  const { t } = useTranslation('rankings');
  const measure = useMeasure(challenge);
  const gapOf = useGap();
  const own = useOwnStanding({ periodType: 'challenge', challenge: challenge['@id'] });
  const isOver = boardState({}, challenge) === 'finished';
  const week = useOwnStanding({ periodType: 'week' }, { enabled: !isOver });
  const { row, ahead } = own;
  return (
    <section className={classes.own} aria-label={t('ownLine.label')}>
      <dl className={`${classes.figures} figures`}>
        <Figure
          label={t('ownLine.kilometers', { unit: measure.label })}
          value={own.isPending ? undefined : measure.write(row?.kilometers ?? 0)}
        />
        <Figure
          label={t('ownLine.place')}
          value={own.isPending ? undefined : row ? formatCount(row.rank) : '–'}
        />
        {!isOver && (
          <Figure
            label={t('ownLine.week')}
            value={week.isPending ? undefined : formatKilometers(week.row?.kilometers ?? 0)}
          />
        )}
      </dl>
      <p className={classes.gap}>
        {!own.isPending && row && (
          <Link to={`/challenges/ranking/${challenge.uri}`} className="link">
            {gapOf(row, ahead, measure)}
          </Link>
        )}
        {!own.isPending && !row && t(isOver ? 'ownLine.nonePast' : 'ownLine.none')}
      </p>
    </section>
  );
}

/** Shows a labelled number, which keeps its height while the number loads. */
function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ?? <Skeleton height="0.8em" width="3ch" />}</dd>
    </div>
  );
}
