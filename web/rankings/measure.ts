import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { challengeAmount, challengeTexts } from '../challenges/challenge-texts.ts';
import { formatKilometers } from '../kit/numbers.ts';

/** What a board counts in: kilometres, or what an abstraction challenge makes of them. */
export function useMeasure(challenge: Challenge | undefined): {
  label: string;
  write: (kilometers: number) => string;
} {
  const { t, i18n } = useTranslation('rankings');
  if (challenge?.type !== 'abstraction') return { label: t('kilometers'), write: formatKilometers };
  return {
    label: challengeTexts(challenge, i18n.language).abstractionLabel ?? '',
    write: (kilometers) => formatKilometers(challengeAmount(challenge, kilometers)),
  };
}
