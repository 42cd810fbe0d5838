import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isInOpenChallenge } from './challenge-day.ts';
import { challengesQuery } from './queries.ts';

/** Warns before saving that an activity on this day will not count towards any challenge. */
export function OutsideChallenges({ day }: { day: string }) {
  const { t } = useTranslation('challenges');
  const { data: challenges } = useQuery(challengesQuery);
  if (!challenges || isInOpenChallenge(day, challenges)) return null;
  return <p className="soft small">{t('outside')}</p>;
}
