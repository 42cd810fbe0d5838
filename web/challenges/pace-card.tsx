import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatCount, formatPercentage } from '../kit/numbers.ts';
import { useMeasure } from '../rankings/measure.ts';
import { daysUntil, type Pace, paceOf } from './challenge-pace.ts';
import { challengeState } from './challenge-texts.ts';
import { challengeProgressQuery } from './queries.ts';

/** Shows the remaining days of a challenge, its current pace, and the pace needed to reach the target. */
export function PaceCard({ challenge }: { challenge: Challenge }) {
  const { t } = useTranslation('challenges');
  const { data: progress, isError } = useQuery(challengeProgressQuery(challenge.uuid));
  const startsIn = daysUntil(challenge);
  if (startsIn !== undefined)
    return (
      <section className="card padded py-4 stack gap-3" aria-label={t('pace.label')}>
        <p className="semibold">{t('pace.startsIn', { count: startsIn })}</p>
      </section>
    );
  if (challengeState(challenge) === 'finished' || isError) return null;
  const pace = progress && paceOf(challenge, progress);
  if (progress && !pace) return null;
  return (
    <section className="card padded py-4 stack gap-3" aria-label={t('pace.label')}>
      <Figures challenge={challenge} pace={pace} />
    </section>
  );
}

function Figures({ challenge, pace }: { challenge: Challenge; pace: Pace | undefined }) {
  const { t } = useTranslation('challenges');
  const measure = useMeasure(challenge);
  const unit = measure.label;
  const rows = [
    [t('pace.daysLeft', { count: pace?.daysLeft ?? 0 }), pace && formatCount(pace.daysLeft)],
    [t('pace.soFar', { unit }), pace && measure.write(pace.soFar)],
    [t('pace.needed', { unit }), pace && measure.write(pace.needed)],
  ] as const;
  return (
    <>
      <dl className="figures ruled marked">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? <Skeleton height="0.8em" width="4ch" />}</dd>
          </div>
        ))}
      </dl>
      <p className="semibold">
        {!pace && <Skeleton height="0.8em" width="60%" />}
        {pace?.needed === 0 && t('pace.reached')}
        {pace && pace.needed > 0 && pace.expected >= 100 && t('pace.onTime')}
        {pace &&
          pace.needed > 0 &&
          pace.expected < 100 &&
          t('pace.behind', { percentage: formatPercentage(Math.floor(pace.expected)) })}
      </p>
    </>
  );
}
