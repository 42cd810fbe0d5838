import { useTranslation } from 'react-i18next';
import { formatCount } from '../kit/numbers.ts';
import type { Measure } from './measure.ts';
import type { RankingRow } from './queries.ts';

/** Returns a function that describes the gap to the row ahead: to a person, or to a rank if the person is unnamed. */
export function useGap(): (row: RankingRow, ahead: RankingRow | null, measure: Measure) => string {
  const { t } = useTranslation('rankings');
  return (row, ahead, measure) => {
    if (!ahead) return t('gap.leading');
    // Calculates the gap from the displayed numbers, so that people can check it by subtraction.
    const metres = (kilometers: number) => Math.round(kilometers * 100) * 10;
    const gap = (metres(ahead.kilometers) - metres(row.kilometers)) / 1000;
    const distance = `${measure.write(gap)}\u00a0${measure.label}`;
    const { performer } = ahead;
    if (performer.id === 0) return t('gap.toPlace', { distance, place: formatCount(ahead.rank) });
    const name = 'name' in performer ? performer.name : `${performer.givenName} ${performer.surname}`.trim();
    return t('gap.behind', { distance, name });
  };
}
