import { expect, test } from 'vitest';
import type { Challenge } from '../../contract/challenges.ts';
import { challengeAmount, challengeState, challengeTexts } from './challenge-texts.ts';

const nl = { name: 'Toer', description: '', eyeCatcher: '', introduction: '', abstractionLabel: null };
const challenge = {
  type: 'distance',
  abstractionConversion: 0.25,
  startsAt: '2026-10-20T00:00:00+02:00',
  endsAt: '2026-12-31T23:59:59+01:00',
  translations: [{ language: 'nl', ...nl }],
} as unknown as Challenge;

// spec: constant missing translation
test('the texts of a challenge fall back to the first translation if a language is missing', () => {
  expect(challengeTexts(challenge, 'fr').name).toBe('Toer');
});

test('a challenge is current from its first to its last moment', () => {
  const at = (moment: string) => challengeState(challenge, Date.parse(moment));
  expect(at('2026-10-19T23:59:59+02:00')).toBe('upcoming');
  expect(at('2026-10-20T00:00:00+02:00')).toBe('onNow');
  expect(at('2026-12-31T23:59:59+01:00')).toBe('onNow');
  expect(at('2027-01-01T00:00:00+01:00')).toBe('finished');
});

// spec: constant abstraction
test('only abstraction challenges convert kilometres', () => {
  expect(challengeAmount(challenge, 100)).toBe(100);
  expect(challengeAmount({ ...challenge, type: 'abstraction' }, 100)).toBe(25);
});
