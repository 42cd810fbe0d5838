import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Challenge, ChallengeProgress } from '../../contract/challenges.ts';
import type { ProgressMap as Definition } from '../../contract/progress-maps.ts';
import { settingsQuery } from '../configs/queries.ts';
import { formatPercentage } from '../kit/numbers.ts';
import { ProgressMap } from '../progress-maps/progress-map.tsx';
import { progressMapQuery } from '../progress-maps/queries.ts';
import { RouteInWords } from '../progress-maps/route-in-words.tsx';
import { RouteLine } from '../progress-maps/route-line.tsx';
import classes from './challenge-summary.module.css';
import { challengeTexts } from './challenge-texts.ts';
import { useDistance } from './distance.ts';

/** Loads the map of a challenge, or the platform's default map. */
export function useChallengeMap(challenge: Challenge): UseQueryResult<Definition> {
  const { data: settings } = useQuery(settingsQuery);
  const ownMap = Number(challenge.progressMap?.split('/').at(-1));
  const mapId = ownMap || settings?.progressMapId || 0;
  return useQuery({ ...progressMapQuery(mapId), enabled: mapId > 0 });
}

/** Shows the progress of a challenge on its map, or on a straight route if there is no map or it fails to load. */
export function ChallengeMap(props: {
  challenge: Challenge;
  progress: ChallengeProgress;
  map: Definition | undefined;
}) {
  const { challenge, progress, map } = props;
  const label = useProgressLabel(challenge, progress);
  if (map)
    return (
      <>
        <ProgressMap map={map} percentage={progress.percentage} label={label} />
        <RouteInWords stations={map.stations} percentage={progress.percentage} />
      </>
    );
  return (
    <div className={`${classes.noMap} contours`}>
      <RouteLine percentage={progress.percentage} label={label} large />
    </div>
  );
}

/** Returns the map's text alternative. */
function useProgressLabel(challenge: Challenge, progress: ChallengeProgress): string {
  const { t, i18n } = useTranslation('challenges');
  const distance = useDistance(challenge);
  return t('progressLabel', {
    name: challengeTexts(challenge, i18n.language).name,
    percentage: formatPercentage(progress.percentage),
    distance: distance(progress),
  });
}
