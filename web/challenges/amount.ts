import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { challengeAmount, challengeTexts } from './challenge-texts.ts';

/** Writes kilometres as a challenge counts them, with the word for what they are: «12.50 km», «3.00 laps». */
export function useAmount(challenge: Challenge): (kilometers: number) => string {
  const { t, i18n } = useTranslation('challenges');
  return (kilometers) => {
    const amount = formatKilometers(challengeAmount(challenge, kilometers));
    const { abstractionLabel } = challengeTexts(challenge, i18n.language);
    if (challenge.type === 'abstraction') return t('amount', { amount, label: abstractionLabel ?? '' });
    return t('amount', { amount, label: 'km' });
  };
}
