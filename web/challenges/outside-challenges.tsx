import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isInOpenChallenge } from './challenge-day.ts';
import { challengesQuery } from './queries.ts';

/** Says that a day counts for no challenge, so that people know before they save an activity. */
export function OutsideChallenges({ day }: { day: string }) {
  const { t } = useTranslation('challenges');
  const { data: challenges } = useQuery(challengesQuery);
  if (!challenges || isInOpenChallenge(day, challenges)) return null;
  return <p className="soft small">{t('outside')}</p>;
}
