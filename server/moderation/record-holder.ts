import type { Finding } from '../../contract/managed/inbox.ts';
import { sportRecords } from '../../contract/sport-records.ts';
import type { Sport } from '../../contract/sports.ts';

/** What a finding was measured by, and whose it is; none where it was the person's own habit. */
export function recordHolder(type: Sport['type'], finding: Finding): string | null {
  const record = sportRecords[type];
  if (!record || finding === 'habit') return null;
  return { day: record.dayBy, speed: record.speedBy, usual: record.usualBy }[finding];
}
