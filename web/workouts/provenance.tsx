import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../contract/activities.ts';
import { sportsQuery } from '../sports/queries.ts';
import { deviceName } from './device-name.ts';
import classes from './records.module.css';
import { useSourceNames } from './source-name.ts';

/**
 * Shows where an activity came from. The owner sees all sources, a note that the activity counts only once, and a link
 * to the service. Others see the device or the service whose record counts, if they may see the service's data.
 */
export function Provenance({ activity, isOwn }: { activity: Activity; isOwn: boolean }) {
  const { t } = useTranslation('workouts');
  const namesOf = useSourceNames();
  const { receivedFrom, externalViewUrl, externalViewLabel } = activity;
  const isReceived = receivedFrom.some((source) => source !== 'manual');
  // Checks only received activities, because people cannot enter a sport that is not mapped yet.
  const sports = useQuery({ ...sportsQuery, enabled: isOwn && isReceived }).data;
  const device = deviceName(activity);
  const key = receivedFrom.length > 1 ? 'records.receivedOnce' : 'records.received';
  const isWaiting =
    isOwn && isReceived && sports !== undefined && !sports.some(({ id }) => id === activity.sport.id);
  const parts = [device, isOwn && isReceived && t(key, { sources: namesOf(receivedFrom) })].filter(Boolean);
  if (parts.length === 0 && activity.counts && !isWaiting) return null;
  return (
    <p className={`${classes.provenance} soft small`}>
      {!activity.counts && (
        <strong className="badge">{t(activity.waiting ? 'records.waits' : 'records.off')}</strong>
      )}
      {parts.length > 0 && <span>{parts.join(' · ')}</span>}
      {isWaiting && <span>{t('records.waiting')}</span>}
      {externalViewUrl && (
        <a href={externalViewUrl} className={`${classes.link} link`} target="_blank" rel="noreferrer">
          {externalViewLabel ?? t('records.view')}
        </a>
      )}
    </p>
  );
}
