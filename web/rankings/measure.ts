import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { challengeAmount, challengeTexts } from '../challenges/challenge-texts.ts';
import { settingsQuery } from '../configs/queries.ts';
import { formatKilometers } from '../kit/numbers.ts';
import type { Performers } from './queries.ts';

export interface Measure {
  label: string;
  write: (kilometers: number) => string;
}

/**
 * Returns the measure of a board: kilometres, or the unit that a challenge shows instead. For teams, the settings
 * decide between the total and the average per member.
 */
export function useMeasure(challenge: Challenge | undefined, of: Performers = 'people'): Measure {
  const { t, i18n } = useTranslation('rankings');
  const { data: settings } = useQuery(settingsQuery);
  const isAbstraction = challenge?.type === 'abstraction';
  const unit = isAbstraction
    ? (challengeTexts(challenge, i18n.language).abstractionLabel ?? '')
    : t('kilometers');
  const write = useCallback(
    (kilometers: number) =>
      formatKilometers(isAbstraction ? challengeAmount(challenge, kilometers) : kilometers),
    [challenge, isAbstraction],
  );
  return { label: of === 'teams' && settings?.isTeamRankingAverage ? t('average', { unit }) : unit, write };
}
