import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allChallengeStatsQuery } from '../challenges/queries.ts';
import { settingsQuery } from '../configs/queries.ts';
import { formatCount, formatKilometers } from '../kit/numbers.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import classes from './all-challenge-totals.module.css';
import { isNotFound } from './queries.ts';

/** Shows the totals of all challenges. */
export function AllChallengeTotals() {
  const { t } = useTranslation('rankings');
  const { data, error, refetch } = useQuery(allChallengeStatsQuery);
  const { data: settings } = useQuery(settingsQuery);
  if (isNotFound(error)) return null;
  if (error) return <ErrorBanner error={error} onRetry={refetch} />;
  const totals = [
    ['challenges', data && formatCount(data.challenges)],
    ['participants', data && settings && formatCount(settings.participants(data.totalRegisteredPersons))],
    ['activities', data && formatCount(data.activities)],
    ['worldTravels', data && formatKilometers(data.worldTravels)],
  ] as const;
  return (
    <section className={`${classes.totals} night contours`} aria-labelledby="all-challenges">
      <h2 id="all-challenges" className="heading">
        {t('totals.title')}
      </h2>
      <dl className="figures">
        {totals.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`totals.${name}`)}</dt>
            <dd>{value ?? <Skeleton height="0.8em" width="3ch" />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
