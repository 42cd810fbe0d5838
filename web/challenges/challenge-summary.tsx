import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatPercentage } from '../kit/numbers.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { ChallengeDates } from './challenge-dates.tsx';
import { ChallengeMap } from './challenge-map.tsx';
import { ChallengeStats } from './challenge-stats.tsx';
import classes from './challenge-summary.module.css';
import { challengeTexts } from './challenge-texts.ts';
import { useDistance } from './distance.ts';
import { challengeProgressQuery } from './queries.ts';

/** A challenge at a glance: what it is, how far it has come on its map, and its numbers. */
export function ChallengeSummary({ challenge, named = true }: { challenge: Challenge; named?: boolean }) {
  const { t, i18n } = useTranslation('challenges');
  const distance = useDistance(challenge);
  const progress = useQuery(challengeProgressQuery(challenge.uuid));
  const { name, eyeCatcher } = challengeTexts(challenge, i18n.language);
  return (
    <section className={classes.box} {...(named ? { 'aria-label': name } : {})}>
      <div className={classes.summary}>
        <div className={classes.head}>
          <ChallengeDates challenge={challenge} />
          {named && <h2 className={classes.name}>{name}</h2>}
        </div>
        <p className={classes.eyeCatcher}>{eyeCatcher}</p>
        {progress.data && (
          <>
            <div className={classes.map}>
              <ChallengeMap challenge={challenge} progress={progress.data} />
            </div>
            <div className={classes.progress}>
              <strong className={classes.percentage}>
                {t('percentage', { percentage: formatPercentage(progress.data.percentage) })}
              </strong>
              <span>{distance(progress.data)}</span>
            </div>
          </>
        )}
        {progress.isPending && (
          <div className={classes.map}>
            <Waiting />
          </div>
        )}
        {progress.isLoadingError && (
          <div className={classes.failure}>
            <ErrorBanner error={progress.error} onRetry={progress.refetch} />
          </div>
        )}
        <div className={classes.stats}>
          <ChallengeStats challenge={challenge} />
        </div>
      </div>
    </section>
  );
}
