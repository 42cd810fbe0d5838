import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Challenge, ChallengeProgress } from '../../contract/challenges.ts';
import { settingsQuery } from '../configs/queries.ts';
import { formatPercentage } from '../kit/numbers.ts';
import { ProgressMap } from '../progress-maps/progress-map.tsx';
import { progressMapQuery } from '../progress-maps/queries.ts';
import { RouteInWords } from '../progress-maps/route-in-words.tsx';
import { RouteLine } from '../progress-maps/route-line.tsx';
import contours from '../ui/contours.module.css';
import { Waiting } from '../ui/waiting.tsx';
import classes from './challenge-map.module.css';
import { challengeTexts } from './challenge-texts.ts';
import { useDistance } from './distance.ts';

/** The progress of a challenge on its map; on a straight route where it has none, or none can be loaded. */
export function ChallengeMap({ challenge, progress }: { challenge: Challenge; progress: ChallengeProgress }) {
  const { data: settings } = useQuery(settingsQuery);
  const ownMap = Number(challenge.progressMap?.split('/').at(-1));
  const mapId = ownMap || settings?.progressMapId || 0;
  const map = useQuery({ ...progressMapQuery(mapId), enabled: mapId > 0 });
  const label = useProgressLabel(challenge, progress);
  if (map.data)
    return (
      <>
        <ProgressMap map={map.data} percentage={progress.percentage} label={label} />
        <RouteInWords stations={map.data.stations} percentage={progress.percentage} />
      </>
    );
  if (map.isLoading || !settings) return <Waiting />;
  return (
    <div className={`${classes.noMap} ${contours.contours}`}>
      <RouteLine percentage={progress.percentage} label={label} large />
    </div>
  );
}

/** What the map says, in words. */
function useProgressLabel(challenge: Challenge, progress: ChallengeProgress): string {
  const { t, i18n } = useTranslation('challenges');
  const distance = useDistance(challenge);
  return t('progressLabel', {
    name: challengeTexts(challenge, i18n.language).name,
    percentage: formatPercentage(progress.percentage),
    distance: distance(progress),
  });
}
