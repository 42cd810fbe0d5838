import type { Reporter } from './finding.ts';

/**
 * The clock differences, in milliseconds, that cause a warning and a problem. Codes for two-factor
 * authentication change every 30 seconds, and tokens that seem to come from the future are refused at
 * sign-in.
 */
const [noticeable, harmful] = [5000, 30_000];

/**
 * Compares this machine's clock with another one, whose time `theirs` was read between `began` and `ended`.
 * All times are in milliseconds since 1970.
 */
export function clockFinding(
  whose: string,
  theirs: number,
  { began, ended }: { began: number; ended: number },
  report: Reporter,
): void {
  const difference = Math.max(began - theirs, theirs - ended, 0);
  const text = `The clock differs from that of ${whose} by ${Math.round(difference / 1000)} seconds: synchronise both with NTP.`;
  if (difference < noticeable) report.ok(`The clock agrees with that of ${whose}.`);
  else if (difference < harmful) report.warning(text);
  else report.problem(text);
}
