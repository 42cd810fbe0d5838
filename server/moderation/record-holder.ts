import type { Finding } from '../../contract/managed/inbox.ts';
import { sportRecords } from '../../contract/sport-records.ts';
import type { Sport } from '../../contract/sports.ts';

/**
 * Returns the source of the value that an activity was compared with, for example who set a world record,
 * where and when. Returns null if the comparison was with the person's own median.
 */
export function recordHolder(type: Sport['type'], finding: Finding): string | null {
  const record = sportRecords[type];
  if (!record || finding === 'habit') return null;
  return { day: record.dayBy, speed: record.speedBy, usual: record.usualBy }[finding];
}
