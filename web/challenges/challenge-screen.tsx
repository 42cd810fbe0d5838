import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Html } from '../ui/html.tsx';
import { Panel } from '../ui/panel.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { ChallengeBoards } from './challenge-boards.tsx';
import classes from './challenge-summary.module.css';
import { ChallengeSummary } from './challenge-summary.tsx';
import { challengeTexts } from './challenge-texts.ts';
import { LatestActivities } from './latest-activities.tsx';
import { PaceCard } from './pace-card.tsx';
import { challengeByUriQuery } from './queries.ts';
import { ResultsNotice } from './results-notice.tsx';

/** Shows the page of one challenge, with its description, progress and activities. */
export default function ChallengeScreen() {
  const { t, i18n } = useTranslation('challenges');
  const { uri = '' } = useParams();
  const { data: challenge, error } = useQuery(challengeByUriQuery(uri));
  const texts = challenge && challengeTexts(challenge, i18n.language);
  return (
    <Screen
      title={texts?.name ?? t('challenge.title')}
      back={{ to: '/our-challenges', label: t('ourChallenges.title') }}
    >
      {error && <ErrorBanner error={error} />}
      {!challenge && !error && <Waiting />}
      {challenge && texts && (
        <>
          <ResultsNotice challenge={challenge} />
          <ChallengeSummary challenge={challenge} named={false} />
          <PaceCard challenge={challenge} />
          <div className={`${classes.columns} columns`}>
            <div className={`${classes.aside} stack gap-5`}>
              {challenge.state !== 'coming' && <ChallengeBoards challenge={challenge} />}
              {texts.description && (
                <Panel title={t('challenge.description')}>
                  <Html html={texts.description} />
                </Panel>
              )}
            </div>
            <div>
              <LatestActivities challenge={challenge} />
            </div>
          </div>
        </>
      )}
    </Screen>
  );
}
