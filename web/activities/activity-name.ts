import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import { usePersonName } from '../people/person-name.tsx';
import { sportLabel } from '../sports/sport-label.ts';
import { dayText } from './activity-day.ts';

/** Names the activity of a button, such as «Running, Anna Peeters, today», to tell apart a page's many buttons. */
export function useActivityName({ sport, person, performedAt }: Activity): string {
  const { i18n } = useTranslation();
  const nameOf = usePersonName();
  return [sportLabel(sport, i18n.language), nameOf(person), dayText(performedAt)].join(', ');
}
