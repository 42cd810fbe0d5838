import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../kit/call.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { ChallengeSummary } from './challenge-summary.tsx';
import { DashboardAside } from './dashboard-aside.tsx';
import { DashboardHeader } from './dashboard-header.tsx';
import classes from './dashboard-screen.module.css';
import { LatestActivities } from './latest-activities.tsx';
import { currentChallengeQuery } from './queries.ts';

/** Where one arrives: how far we are together, what happened last, and who leads. */
export default function DashboardScreen() {
  const { t } = useTranslation('challenges');
  const { data: challenge, error, isPending, refetch } = useQuery(currentChallengeQuery);
  const unexpected = error && !(error instanceof CallFailure && error.status === 404);
  return (
    <div className={classes.screen}>
      <DashboardHeader />
      {isPending && <Waiting />}
      {unexpected && <ErrorBanner error={error} onRetry={refetch} />}
      {challenge && <ChallengeSummary challenge={challenge} />}
      {challenge === null && <EmptyState text={t('dashboard.noChallenge')} />}
      <div className={classes.columns}>
        <LatestActivities />
        <DashboardAside challenge={challenge} />
      </div>
    </div>
  );
}
