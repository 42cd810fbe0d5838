import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { ChallengeList } from './challenge-list.tsx';
import { ChallengeSummary } from './challenge-summary.tsx';
import { challengeState } from './challenge-texts.ts';
import { challengesQuery } from './queries.ts';

/** Shows the current challenge, and the list of all challenges. */
export default function OurChallengesScreen() {
  const { t } = useTranslation('challenges');
  const { data: challenges, error, refetch } = useQuery(challengesQuery);
  const current = challenges?.find((challenge) => challengeState(challenge) === 'onNow');
  return (
    <Screen
      title={t('ourChallenges.title')}
      action={
        <Button component={Link} to="/our-statistics" variant="default" size="md">
          {t('ourChallenges.statistics')}
        </Button>
      }
    >
      {error && <ErrorBanner error={error} onRetry={refetch} />}
      {!challenges && !error && <Waiting />}
      {current && (
        <ChallengeSummary challenge={current}>
          <ChallengeList challenges={challenges ?? []} />
        </ChallengeSummary>
      )}
      {challenges && !current && (
        <>
          <EmptyState text={t(`ourChallenges.${noneNow(challenges)}`)} />
          {challenges.length > 0 && <ChallengeList challenges={challenges} />}
        </>
      )}
    </Screen>
  );
}

/**
 * Returns the key of the text shown while no challenge is running: it announces the next challenge, or mentions the
 * last one.
 */
function noneNow(challenges: Challenge[]): 'noneYet' | 'noneNow' | 'noneNowComing' | 'noneNowPast' {
  if (challenges.length === 0) return 'noneYet';
  const areComing = challenges.map((challenge) => challengeState(challenge) === 'upcoming');
  if (areComing.every(Boolean)) return 'noneNowComing';
  return areComing.some(Boolean) ? 'noneNow' : 'noneNowPast';
}
