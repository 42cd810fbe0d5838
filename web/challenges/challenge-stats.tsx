import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { settingsQuery } from '../configs/queries.ts';
import { formatCount, formatKilometers } from '../kit/numbers.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import classes from './challenge-summary.module.css';
import { challengeAmount, challengeTexts } from './challenge-texts.ts';
import { challengeStatsQuery } from './queries.ts';

/** Shows the numbers of participants, sports, activities and kilometres of a challenge, in large type. */
export function ChallengeStats({ challenge }: { challenge: Challenge }) {
  const { t, i18n } = useTranslation('challenges');
  const { data: stats, error, refetch } = useQuery(challengeStatsQuery(challenge.uuid));
  const { data: settings } = useQuery(settingsQuery);
  const { abstractionLabel } = challengeTexts(challenge, i18n.language);
  if (error && !stats) return <ErrorBanner error={error} onRetry={refetch} />;
  const rows = [
    [
      t('stats.participants'),
      stats && settings && formatCount(settings.participants(stats.totalRegisteredPersons)),
    ],
    [t('stats.sports'), stats && formatCount(stats.sports)],
    [t('stats.activities'), stats && formatCount(stats.activities)],
    [
      challenge.type === 'abstraction' && abstractionLabel ? abstractionLabel : t('stats.kilometers'),
      stats && formatKilometers(challengeAmount(challenge, stats.kilometers)),
    ],
  ] as const;
  return (
    <dl className={`${classes.figures} figures ruled`}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? <Skeleton height="0.8em" width="4ch" />}</dd>
        </div>
      ))}
    </dl>
  );
}
