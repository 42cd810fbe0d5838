import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { Screen } from '../ui/screen.tsx';
import { CompleteRanking } from './complete-ranking.tsx';
import { NoSuchBoard } from './no-such-board.tsx';
import { PeriodDays, PeriodSteps } from './period-navigation.tsx';
import { relativeName } from './relative-name.ts';
import { SportSwitch, sportOfAddress } from './sport-switch.tsx';

/** The maximum number of periods back or ahead that the server accepts. */
const furthest = 520;

/** Shows the complete ranking of a week or a month, overall or in one sport. */
export default function PeriodRankingScreen({ periodType }: { periodType: 'week' | 'month' }) {
  const { t } = useTranslation(['rankings', 'sports']);
  const sport = sportOfAddress(useParams().sportType);
  const [search] = useSearchParams();
  const offset = offsetOf(search.get('offset'));
  const root = `/our-statistics/${periodType === 'week' ? 'weekly' : 'monthly'}`;
  const query = { periodType, periodModifier: offset };
  const name = t(`${periodType}.title`);
  return (
    <Screen
      title={relativeName(periodType, offset)}
      back={{ to: '/our-statistics', label: t('backToStatistics') }}
      action={sport !== null && <PeriodSteps offset={offset} furthest={furthest} />}
      compact
    >
      {sport === null ? (
        <NoSuchBoard />
      ) : (
        <>
          <PeriodDays name={name} query={{ ...query, sport }} offset={offset} />
          <SportSwitch
            current={sport}
            to={(other) => `${root}${other ? `/${other}` : ''}${offset ? `?offset=${offset}` : ''}`}
          />
          <CompleteRanking
            query={{ ...query, sport }}
            caption={`${name}, ${relativeName(periodType, offset)} · ${t(`sports:types.${sport ?? 'overall'}`)}`}
          />
        </>
      )}
    </Screen>
  );
}

/** Parses a whole number of periods within the server's limits; returns 0 for anything else. */
function offsetOf(text: string | null): number {
  const offset = Number(text);
  return Number.isInteger(offset) ? Math.min(furthest, Math.max(-furthest, offset)) : 0;
}
