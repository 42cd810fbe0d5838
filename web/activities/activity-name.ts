import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import { usePersonName } from '../people/person-name.tsx';
import { sportLabel } from '../sports/sport-label.ts';
import { dayText } from './activity-day.ts';

/** Returns an activity's name for button labels, for example «Running, Anna Peeters, today», so that labels differ. */
export function useActivityName({ sport, person, performedAt }: Activity): string {
  const { i18n } = useTranslation();
  const nameOf = usePersonName();
  return [sportLabel(sport, i18n.language), nameOf(person), dayText(performedAt)].join(', ');
}
