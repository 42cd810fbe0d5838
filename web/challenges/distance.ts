import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { challengeAmount, challengeTexts } from './challenge-texts.ts';

/** Returns the unit of a challenge: kilometres, or another unit such as laps in an abstraction challenge. */
export function useUnit(challenge: Challenge): string {
  const { i18n } = useTranslation();
  return challenge.type === 'abstraction'
    ? (challengeTexts(challenge, i18n.language).abstractionLabel ?? '')
    : 'km';
}

/** Describes the progress of a challenge towards its target, in the challenge's unit. */
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
