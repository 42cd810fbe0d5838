import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { challengeAmount, challengeTexts } from './challenge-texts.ts';

/** What a challenge counts in: kilometres, or what an abstraction challenge makes of them, such as laps. */
export function useUnit(challenge: Challenge): string {
  const { i18n } = useTranslation();
  return challenge.type === 'abstraction'
    ? (challengeTexts(challenge, i18n.language).abstractionLabel ?? '')
    : 'km';
}

/** Says how far a challenge has come of how far it goes, in what it counts. */
export function useDistance(
  challenge: Challenge,
): (progress: { progress: number; target: number }) => string {
  const { t } = useTranslation('challenges');
  const unit = useUnit(challenge);
  return ({ progress, target }) =>
    t('distance', {
      done: formatKilometers(challengeAmount(challenge, progress)),
      target: formatKilometers(challengeAmount(challenge, target)),
      unit,
    });
}
