import { useTranslation } from 'react-i18next';
import type { Challenge } from '../../contract/challenges.ts';
import { formatKilometers } from '../kit/numbers.ts';
import { challengeAmount, challengeTexts } from './challenge-texts.ts';

/**
 * Says how far a challenge has come of how far it goes, in what it counts: kilometres, or so many of an
 * abstraction challenge's own, such as laps.
 */
export function useDistance(
  challenge: Challenge,
): (progress: { progress: number; target: number }) => string {
  const { t, i18n } = useTranslation('challenges');
  const { abstractionLabel } = challengeTexts(challenge, i18n.language);
  const unit = challenge.type === 'abstraction' ? abstractionLabel : 'km';
  return ({ progress, target }) =>
    t('distance', {
      done: formatKilometers(challengeAmount(challenge, progress)),
      target: formatKilometers(challengeAmount(challenge, target)),
      unit,
    });
}
