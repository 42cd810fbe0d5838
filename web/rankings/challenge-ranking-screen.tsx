import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { challengeTexts } from '../challenges/challenge-texts.ts';
import { challengeByUriQuery } from '../challenges/queries.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { CompleteRanking } from './complete-ranking.tsx';
import { NoSuchBoard } from './no-such-board.tsx';
import { isNotFound } from './queries.ts';
import { SportSwitch, sportOfAddress } from './sport-switch.tsx';

/** The complete ranking of a challenge, overall or (with `?sport=`) in one sport. */
export default function ChallengeRankingScreen({ backTo }: { backTo: '/' | '/our-statistics' }) {
  const { t, i18n } = useTranslation(['rankings', 'sports']);
  const { uri = '' } = useParams();
  const [search] = useSearchParams();
  const sport = sportOfAddress(search.get('sport'));
  const { data: challenge, error, isPending, refetch } = useQuery(challengeByUriQuery(uri));
  const name = challenge && challengeTexts(challenge, i18n.language).name;
  const caption = [name, t(`sports:types.${sport ?? 'overall'}`)].filter(Boolean).join(' · ');
  return (
    <Screen
      title={name ? t('challenge.title', { name }) : t('challenge.anyTitle')}
      back={{ to: backTo, label: t(backTo === '/' ? 'backToDashboard' : 'backToStatistics') }}
    >
      {isPending && <Waiting />}
      {isNotFound(error) && <Notice kind="danger">{t('challenge.notFound')}</Notice>}
      {error && !isNotFound(error) && <ErrorBanner error={error} onRetry={refetch} />}
      {challenge && sport === null && <NoSuchBoard />}
      {challenge && sport !== null && (
        <>
          <SportSwitch current={sport} to={(other) => (other ? `?sport=${other}` : '.')} />
          <CompleteRanking
            query={{ periodType: 'challenge', challenge: challenge['@id'], sport }}
            caption={caption}
            challenge={challenge}
          />
        </>
      )}
    </Screen>
  );
}
