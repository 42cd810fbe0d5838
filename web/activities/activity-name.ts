import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import { usePersonName } from '../people/person-name.tsx';
import { sportLabel } from '../sports/sport-label.ts';
import { dayText } from './activity-day.ts';

/** Says which activity a button is for, such as «Running, Anna Peeters, today»: a page has many that look alike. */
export function useActivityName({ sport, person, performedAt }: Activity): string {
  const { i18n } = useTranslation();
  const nameOf = usePersonName();
  return [sportLabel(sport, i18n.language), nameOf(person), dayText(performedAt)].join(', ');
}
