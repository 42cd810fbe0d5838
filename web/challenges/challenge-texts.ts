import type { Challenge } from '../../contract/challenges.ts';

/** The texts of a challenge in a language; the first there is where that one is missing. */
export function challengeTexts(challenge: Challenge, language: string) {
  const { translations } = challenge;
  return translations.find((one) => one.language === language) ?? translations[0] ?? challenge;
}

/** Where a challenge stands in time. */
export function challengeState(
  { startsAt, endsAt }: Challenge,
  now = Date.now(),
): 'upcoming' | 'onNow' | 'finished' {
  if (now < Date.parse(startsAt)) return 'upcoming';
  return now <= Date.parse(endsAt) ? 'onNow' : 'finished';
}

/** What kilometres are in a challenge: themselves, or so many of what an abstraction challenge counts in. */
export function challengeAmount({ type, abstractionConversion }: Challenge, kilometers: number): number {
  return type === 'abstraction' ? kilometers * (abstractionConversion ?? 1) : kilometers;
}
