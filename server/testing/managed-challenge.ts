import type { ChallengeFields } from '../challenges/challenge-change.ts';

const noText = { en: '', fr: '', nl: '' };

/**
 * Returns the fields of a distance challenge in November 2026, as an organiser enters them; `changes` overrides values.
 */
export const challengeEntry = (changes: Partial<ChallengeFields> = {}): ChallengeFields => ({
  uri: 'november',
  type: 'distance',
  abstractionConversion: null,
  kilometers: 1000,
  startsOn: '2026-11-01',
  endsOn: '2026-11-20',
  timeZone: 'Europe/Brussels',
  graceHours: 72,
  progressMapId: null,
  name: { en: 'November', fr: 'Novembre', nl: '' },
  eyeCatcher: noText,
  introduction: noText,
  description: noText,
  abstractionLabel: noText,
  ...changes,
});
