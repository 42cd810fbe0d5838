import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { Screen } from '../ui/screen.tsx';
import { CompleteRanking } from './complete-ranking.tsx';
import { NoSuchBoard } from './no-such-board.tsx';
import { PeriodNavigation } from './period-navigation.tsx';
import { SportSwitch, sportOfAddress } from './sport-switch.tsx';

/** The furthest back that the server counts. */
const earliest = -520;

/** The complete ranking of a week or a month, overall or in one sport. */
export default function PeriodRankingScreen({ periodType }: { periodType: 'week' | 'month' }) {
  const { t } = useTranslation(['rankings', 'sports']);
  const sport = sportOfAddress(useParams().sportType);
  const [search] = useSearchParams();
  const offset = offsetOf(search.get('offset'));
  const root = `/our-statistics/${periodType === 'week' ? 'weekly' : 'monthly'}`;
  const query = { periodType, periodModifier: offset };
  const title = t(`${periodType}.title`);
  return (
    <Screen title={title} back={{ to: '/our-statistics', label: t('backToStatistics') }}>
      {sport === null ? (
        <NoSuchBoard />
      ) : (
        <>
          <SportSwitch
            current={sport}
            to={(other) => `${root}${other ? `/${other}` : ''}${offset ? `?offset=${offset}` : ''}`}
          />
          <PeriodNavigation query={{ ...query, sport }} offset={offset} earliest={earliest} />
          <CompleteRanking
            query={{ ...query, sport }}
            caption={`${title} · ${t(`sports:types.${sport ?? 'overall'}`)}`}
          />
        </>
      )}
    </Screen>
  );
}

/** A whole number of periods back from now; anything else is now, as what is to come has no ranking. */
function offsetOf(text: string | null): number {
  const offset = Number(text);
  return Number.isInteger(offset) && offset < 0 ? Math.max(offset, earliest) : 0;
}
