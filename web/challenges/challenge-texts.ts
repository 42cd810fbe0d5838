import type { Challenge } from '../../contract/challenges.ts';

/** Returns the texts of a challenge in a language, or the first translation if that language is missing. */
export function challengeTexts(challenge: Challenge, language: string) {
  const { translations } = challenge;
  return translations.find((one) => one.language === language) ?? translations[0] ?? challenge;
}

/** Returns whether a challenge is past, current or future. */
export function challengeState(
  { startsAt, endsAt }: Challenge,
  now = Date.now(),
): 'upcoming' | 'onNow' | 'finished' {
  if (now < Date.parse(startsAt)) return 'upcoming';
  return now <= Date.parse(endsAt) ? 'onNow' : 'finished';
}

/** Converts kilometres to the unit of a challenge; only abstraction challenges use a unit other than kilometres. */
export function challengeAmount({ type, abstractionConversion }: Challenge, kilometers: number): number {
  return type === 'abstraction' ? kilometers * (abstractionConversion ?? 1) : kilometers;
}
