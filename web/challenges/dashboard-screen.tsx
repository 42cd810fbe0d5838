import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { CallFailure } from '../kit/call.ts';
import { usePending } from '../kit/pending.ts';
import areas from '../layout/areas.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { ChallengeSummary } from './challenge-summary.tsx';
import { DashboardAside } from './dashboard-aside.tsx';
import { DashboardBoard } from './dashboard-board.tsx';
import { DashboardHeader } from './dashboard-header.tsx';
import { LatestActivities } from './latest-activities.tsx';
import { currentChallengeQuery } from './queries.ts';

/**
 * Shows the start page: everybody's progress, the signed-in person's own progress, the leaders, and the latest
 * activities.
 */
export default function DashboardScreen() {
  const { t } = useTranslation('challenges');
  const { data: challenge, error, isPending: isLoading, refetch } = useQuery(currentChallengeQuery);
  const isPending = usePending(isLoading);
  const unexpected = error && !(error instanceof CallFailure && error.status === 404);
  return (
    <div className={`${areas.dashboard} stack`}>
      <DashboardHeader />
      {isPending && <Waiting />}
      {unexpected && <ErrorBanner error={error} onRetry={refetch} />}
      {challenge === null && !isPending && <EmptyState text={t('dashboard.noChallenge')} />}
      {challenge && !isPending ? (
        <ChallengeSummary challenge={challenge}>
          <Columns challenge={challenge} />
        </ChallengeSummary>
      ) : (
        !isPending && <Columns challenge={null} />
      )}
    </div>
  );
}

/**
 * Lays out one column on a phone, with the leaders first; on wider screens, the cards are next to the activities. The
 * DOM order is the visual order, so that Tab moves through one column after the other.
 */
function Columns({ challenge }: { challenge: Challenge | null }) {
  const isWide = useMediaQuery('(min-width: 60em)', undefined, { getInitialValueInEffect: false });
  const board = (
    <div key="board" className={areas.first}>
      <DashboardBoard challenge={challenge} />
    </div>
  );
  const latest = (
    <div key="latest" className={areas.main}>
      <LatestActivities />
    </div>
  );
  return (
    <div className={`${areas.areas} ${areas.dashboard}`}>
      {isWide ? [latest, board] : [board, latest]}
      <div className={areas.rest}>
        <DashboardAside challenge={challenge} />
      </div>
    </div>
  );
}
