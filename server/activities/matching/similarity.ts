import type { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';
import type { Sport } from '../../../contract/sports.ts';

/** The values that are used to compare records. Metres and seconds are whole numbers. */
export interface Comparable {
  source: Source;
  sportType: Sport['type'];
  performedOn: string;
  /** Null for manual entries and for a day's steps. */
  startedAt: Temporal.Instant | null;
  elapsedSeconds: number | null;
  movingSeconds: number | null;
  metres: number | null;
  steps: number | null;
}

/** Whether two records are the same workout. If the result is `possible`, the owner is asked. */
export type Similarity = 'same' | 'possible' | 'different';

/**
 * The largest accepted difference between two start times of the same workout, in seconds. The clocks of a watch and a
 * phone may differ, and people rarely start both at the same time.
 */
const startTolerance = 120;

/** A wrong time zone shifts a start by a multiple of this many seconds. */
const zoneStep = 15 * 60;
/** The largest offset from UTC, in seconds. */
const zoneReach = 14 * 60 * 60;

/**
 * Returns whether two records of a person are the same workout, by the rules in “Fitness providers: API facts”, §7.2.
 * Two records from one source are always different workouts. The exception is personal tokens, because several apps may
 * report what one watch recorded. Elapsed times are compared only with elapsed times.
 */
export function similarityOf(one: Comparable, other: Comparable): Similarity {
  if (one.source === 'token' && other.source === 'token')
    return isOneRecording(one, other) ? 'same' : 'different';
  if (one.source === other.source || !ofOneFamily(one, other)) return 'different';
  if (!one.startedAt || !other.startedAt) return similarityOfEntries(one, other);
  const apart = secondsBetween(one.startedAt, other.startedAt);
  if (apart <= startTolerance && (hasLikeTime(one, other) || hasLikeDistance(one, other))) return 'same';
  const overlap = overlapOf(one, other);
  if (overlap > 0.8) return 'possible';
  return isZoneAway(apart) && isEqualAmount(one, other) ? 'possible' : 'different';
}

/**
 * Returns whether two records are the same recording, for example the FIT and the GPX file of a run. Ignores the sport
 * types, because nobody does two workouts at the same time.
 */
export const isOneRecording = (one: Comparable, other: Comparable) =>
  one.startedAt !== null &&
  other.startedAt !== null &&
  hasLikeTime(one, other) &&
  overlapOf(one, other) > 0.8;

const ofOneFamily = (one: Comparable, other: Comparable) =>
  one.sportType === other.sportType || one.sportType === 'other' || other.sportType === 'other';

/** Compares records by day and amount if one of them, for example a manual entry, has no time of day. */
function similarityOfEntries(one: Comparable, other: Comparable): Similarity {
  if (one.performedOn !== other.performedOn) return 'different';
  if (one.metres !== null && other.metres !== null) return hasLikeDistance(one, other) ? 'same' : 'different';
  if (isStepsOnly(one) || isStepsOnly(other))
    return isStepsOnly(one) && isStepsOnly(other) && isWithin(one.steps, other.steps, 0.05)
      ? 'same'
      : 'different';
  return hasLikeTime(one, other) ? 'same' : 'different';
}

const isStepsOnly = ({ metres, elapsedSeconds, steps }: Comparable) =>
  steps !== null && metres === null && elapsedSeconds === null;

const secondsBetween = (one: Temporal.Instant, other: Temporal.Instant) =>
  Math.abs(one.since(other).total('seconds'));

/**
 * Returns whether the times differ by no more than 10% or two minutes, whichever is larger. The time of a manual entry
 * may also be the moving time.
 */
function hasLikeTime(one: Comparable, other: Comparable): boolean {
  const isLike = (a: number | null, b: number | null) =>
    a !== null && b !== null && Math.abs(a - b) <= Math.max(startTolerance, Math.max(a, b) * 0.1);
  if (isLike(one.elapsedSeconds, other.elapsedSeconds)) return true;
  const isTyped = !one.startedAt || !other.startedAt;
  return (
    isTyped &&
    (isLike(one.movingSeconds, other.elapsedSeconds) || isLike(one.elapsedSeconds, other.movingSeconds))
  );
}

const hasLikeDistance = (one: Comparable, other: Comparable) => isWithin(one.metres, other.metres, 0.05);

const isWithin = (one: number | null, other: number | null, part: number) =>
  one !== null && other !== null && Math.abs(one - other) <= Math.max(one, other) * part;

const isZoneAway = (apart: number) =>
  apart > 0 &&
  apart <= zoneReach &&
  Math.min(apart % zoneStep, zoneStep - (apart % zoneStep)) < 1 &&
  apart >= zoneStep;

function isEqualAmount(one: Comparable, other: Comparable): boolean {
  const isTimeEqual = isWithin(one.elapsedSeconds, other.elapsedSeconds, 0.01);
  const isDistanceEqual =
    one.metres === null && other.metres === null ? true : isWithin(one.metres, other.metres, 0.01);
  return isTimeEqual && isDistanceEqual;
}

/** Returns how much of the shorter workout overlaps with the longer workout, from 0 to 1. */
function overlapOf(one: Comparable, other: Comparable): number {
  const [a, b] = [one, other].map(({ startedAt, elapsedSeconds }) => {
    const from = Number(startedAt?.epochMilliseconds ?? 0) / 1000;
    return { from, until: from + (elapsedSeconds ?? 0) };
  }) as [{ from: number; until: number }, { from: number; until: number }];
  const shorter = Math.min(a.until - a.from, b.until - b.from);
  const shared = Math.min(a.until, b.until) - Math.max(a.from, b.from);
  return shorter > 0 ? Math.max(0, shared) / shorter : 0;
}
