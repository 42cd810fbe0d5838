import type { Found } from './finding.ts';

/**
 * Differences of clocks, in milliseconds: codes of a second factor change every 30 seconds, and identity providers refuse
 * tokens that seem to come from the future.
 */
const [noticeable, harmful] = [5000, 30_000];

/** Compares a clock with this machine's, which asked between `began` and `ended`. */
export function clockFinding(
  whose: string,
  theirs: number,
  { began, ended }: { began: number; ended: number },
  found: Found,
): void {
  const difference = Math.max(began - theirs, theirs - ended, 0);
  const text = `The clock differs from that of ${whose} by ${Math.round(difference / 1000)} seconds: synchronise both with NTP.`;
  if (difference < noticeable) found.ok(`The clock agrees with that of ${whose}.`);
  else if (difference < harmful) found.warning(text);
  else found.problem(text);
}
