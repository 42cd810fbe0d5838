import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { challengeTexts } from '../challenges/challenge-texts.ts';
import { challengeByUriQuery } from '../challenges/queries.ts';
import { ResultsNotice } from '../challenges/results-notice.tsx';
import { settingsQuery } from '../configs/queries.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { CompleteRanking } from './complete-ranking.tsx';
import { NoSuchBoard } from './no-such-board.tsx';
import { isNotFound, type Performers } from './queries.ts';
import { SportSwitch, sportOfAddress } from './sport-switch.tsx';

/** Shows the complete ranking of people or teams in a challenge, overall or, with `?sport=`, in one sport. */
export default function ChallengeRankingScreen({
  backTo,
  of = 'people',
}: {
  backTo: '/' | '/our-statistics';
  of?: Performers;
}) {
  const { t, i18n } = useTranslation(['rankings', 'sports']);
  const { uri = '' } = useParams();
  const { data: settings } = useQuery(settingsQuery);
  const [search] = useSearchParams();
  const sport = sportOfAddress(search.get('sport'));
  const { data: challenge, error, isPending, refetch } = useQuery(challengeByUriQuery(uri));
  const name = challenge && challengeTexts(challenge, i18n.language).name;
  const caption = [name, of === 'teams' && t('teams.title'), t(`sports:types.${sport ?? 'overall'}`)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Screen
      title={name ? t('challenge.title', { name, context: of }) : t('challenge.anyTitle', { context: of })}
      back={{ to: backTo, label: t(backTo === '/' ? 'backToDashboard' : 'backToStatistics') }}
      aside={settings?.teamsEnabled && challenge && <OtherRanking of={of} />}
      compact
    >
      {isPending && <Waiting />}
      {isNotFound(error) && <Notice kind="danger">{t('challenge.notFound')}</Notice>}
      {error && !isNotFound(error) && <ErrorBanner error={error} onRetry={refetch} />}
      {challenge && sport === null && <NoSuchBoard />}
      {challenge && sport !== null && (
        <>
          <ResultsNotice challenge={challenge} />
          <SportSwitch current={sport} to={(other) => (other ? `?sport=${other}` : '.')} />
          <CompleteRanking
            query={{ of, periodType: 'challenge', challenge: challenge['@id'], sport }}
            caption={caption}
            challenge={challenge}
          />
        </>
      )}
    </Screen>
  );
}

/** Shows the link from the ranking of people to the ranking of teams in the same sport, and back. */
function OtherRanking({ of }: { of: Performers }) {
  const { t } = useTranslation('rankings');
  const { pathname, search } = useLocation();
  const to = of === 'teams' ? pathname.replace(/\/teams$/, '') : `${pathname.replace(/\/$/, '')}/teams`;
  return (
    <Link to={to + search} replace className="link plain target">
      {t(of === 'teams' ? 'toPeople' : 'toTeams')}
      <IconArrowRight aria-hidden size={18} />
    </Link>
  );
}
