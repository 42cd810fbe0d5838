import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatPercentage } from '../kit/numbers.ts';
import { usePending } from '../kit/pending.ts';
import { OwnInChallenge } from '../rankings/own-in-challenge.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { ChallengeDates } from './challenge-dates.tsx';
import { ChallengeStats } from './challenge-stats.tsx';
import classes from './challenge-summary.module.css';
import { challengeState, challengeTexts } from './challenge-texts.ts';
import { ChallengeMap, useChallengeMap } from './dashboard-map.tsx';
import { useDistance } from './distance.ts';
import { NextStation } from './next-station.tsx';
import { challengeProgressQuery } from './queries.ts';

/**
 * Shows a summary of a challenge: its description, its numbers, and a map with everybody's progress and the signed-in
 * person's own progress. `children` load at the same time, and appear once the summary has its final height.
 */
export function ChallengeSummary(props: { challenge: Challenge; named?: boolean; children?: ReactNode }) {
  const { challenge, named = true } = props;
  const { t, i18n } = useTranslation('challenges');
  const distance = useDistance(challenge);
  const progress = useQuery(challengeProgressQuery(challenge.uuid));
  const map = useChallengeMap(challenge);
  const isPending = usePending(progress.isPending || map.isLoading);
  const { name, eyeCatcher } = challengeTexts(challenge, i18n.language);
  return (
    <>
      <section className={`${classes.box} card`} {...(named ? { 'aria-label': name } : {})}>
        <div className={classes.summary}>
          <div className={classes.head}>
            <ChallengeDates challenge={challenge} />
            {named && <h2 className={`${classes.name} heading`}>{name}</h2>}
          </div>
          {isPending && <SummarySkeleton />}
          {!isPending && progress.data && (
            <>
              <div className={classes.map}>
                <ChallengeMap challenge={challenge} progress={progress.data} map={map.data} />
                <NextStation
                  challenge={challenge}
                  progress={progress.data}
                  stations={map.data?.stations ?? []}
                />
              </div>
              <div className={classes.progress}>
                <p className={classes.together}>
                  <strong className={classes.percentage}>
                    {t('percentage', { percentage: formatPercentage(progress.data.percentage) })}
                  </strong>
                  <span>{distance(progress.data)}</span>
                </p>
                {challengeState(challenge) !== 'upcoming' && <OwnInChallenge challenge={challenge} />}
              </div>
            </>
          )}
          {progress.isLoadingError && (
            <div className={classes.failure}>
              <ErrorBanner error={progress.error} onRetry={progress.refetch} />
            </div>
          )}
          {!isPending && (
            <>
              <p className={classes.eyeCatcher}>{eyeCatcher}</p>
              <div className={classes.stats}>
                <ChallengeStats challenge={challenge} />
              </div>
            </>
          )}
        </div>
      </section>
      <div className={classes.after} hidden={isPending}>
        {props.children}
      </div>
    </>
  );
}

/** Shows the placeholder for the summary; it is as high as the window, so that the content below does not shift. */
function SummarySkeleton() {
  const { t } = useTranslation('common');
  return <div className={`${classes.skeleton} contours`} role="status" aria-label={t('waiting')} />;
}
