import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Challenge } from '../../contract/challenges.ts';
import { ChallengeSummary } from '../challenges/challenge-summary.tsx';
import { challengeTexts } from '../challenges/challenge-texts.ts';
import { currentChallengeQuery } from '../challenges/queries.ts';
import { settingsQuery } from '../configs/queries.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { AllChallengeTotals } from './all-challenge-totals.tsx';
import classes from './board.module.css';
import { isNotFound } from './queries.ts';
import { SportBoards } from './sport-boards.tsx';
import { SportSwitch, sportOfAddress } from './sport-switch.tsx';

/**
 * Shows the statistics page: the leaders of the challenge, this week and this month, and the totals of all challenges.
 */
export default function OurStatisticsScreen() {
  const { t } = useTranslation('rankings');
  const { data: challenge, error, isPending, refetch } = useQuery(currentChallengeQuery);
  return (
    <Screen title={t('statistics.title')}>
      {isPending && <Waiting />}
      {error && !isNotFound(error) && <ErrorBanner error={error} onRetry={refetch} />}
      {challenge ? (
        <ChallengeSummary challenge={challenge}>
          <Boards challenge={challenge} />
        </ChallengeSummary>
      ) : (
        !isPending && <Boards challenge={undefined} />
      )}
    </Screen>
  );
}

/** Shows the boards of the challenge, the week and the month, and the totals of all challenges. */
function Boards({ challenge }: { challenge: Challenge | undefined }) {
  const { t, i18n } = useTranslation('rankings');
  const [search] = useSearchParams();
  const sport = sportOfAddress(search.get('sport')) ?? undefined;
  const { data: settings } = useQuery(settingsQuery);
  return (
    <>
      <div className={classes.section}>
        <SportSwitch
          current={sport}
          to={(other) => (other ? `?sport=${other}` : '.')}
          className={classes.chosen}
        />
        {challenge && settings?.teamsEnabled && (
          <SportBoards
            title={t('teams.title')}
            subtitle={challengeTexts(challenge, i18n.language).name}
            query={{ of: 'teams', periodType: 'challenge', challenge: challenge['@id'], limit: 5 }}
            challenge={challenge}
            chosen={sport}
            complete={(one) => `/our-statistics/${challenge.uri}/teams${one ? `?sport=${one}` : ''}`}
          />
        )}
        {challenge && (
          <SportBoards
            title={t('statistics.challenge')}
            subtitle={challengeTexts(challenge, i18n.language).name}
            query={{ periodType: 'challenge', challenge: challenge['@id'], limit: 10 }}
            challenge={challenge}
            chosen={sport}
            complete={(one) => `/our-statistics/${challenge.uri}${one ? `?sport=${one}` : ''}`}
          />
        )}
        <SportBoards
          title={t('week.ofThe')}
          query={{ periodType: 'week', limit: 3 }}
          chosen={sport}
          complete={(one) => `/our-statistics/weekly${one ? `/${one}` : ''}`}
        />
        <SportBoards
          title={t('month.ofThe')}
          query={{ periodType: 'month', limit: 3 }}
          chosen={sport}
          complete={(one) => `/our-statistics/monthly${one ? `/${one}` : ''}`}
        />
      </div>
      <AllChallengeTotals />
    </>
  );
}
