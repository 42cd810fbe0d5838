import { IconFlag2, IconMapPin } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Challenge, ChallengeProgress } from '../../contract/challenges.ts';
import type { Station } from '../../contract/progress-maps.ts';
import { formatCount } from '../kit/numbers.ts';
import classes from './challenge-summary.module.css';
import { challengeAmount } from './challenge-texts.ts';
import { useUnit } from './distance.ts';

/** Shows the next station on the map and the distance to that station. Renders nothing if the map has no stations. */
export function NextStation(props: {
  challenge: Challenge;
  progress: ChallengeProgress;
  stations: Station[];
}) {
  const { challenge, progress, stations } = props;
  const { t } = useTranslation('challenges');
  const unit = useUnit(challenge);
  const last = stations.at(-1);
  if (!last) return null;
  const next = stations.find(({ percentage }) => percentage > progress.percentage);
  const Icon = next ? IconMapPin : IconFlag2;
  return (
    <p className={classes.next}>
      <Icon aria-hidden size={20} className="signal" />
      {next
        ? t('route.next', {
            name: nameOf(next),
            distance: `${distanceTo(next, progress, challenge)}\u00a0${unit}`,
          })
        : t('route.arrived', { name: nameOf(last) })}
    </p>
  );
}

const nameOf = ({ name }: Station) => name.replaceAll(' · ', ', ');

/** Returns the distance to a station, rounded up, so that it is never 0 for a station ahead. */
function distanceTo(
  { percentage }: Station,
  { progress, target }: ChallengeProgress,
  challenge: Challenge,
): string {
  const kilometers = (target * percentage) / 100 - progress;
  return formatCount(Math.max(1, Math.ceil(challengeAmount(challenge, kilometers))));
}
