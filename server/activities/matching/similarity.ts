import type { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';
import type { Sport } from '../../../contract/sports.ts';

/** The compared values of a record. Metres and seconds are whole numbers. */
export interface Comparable {
  source: Source;
  sportType: Sport['type'];
  performedOn: string;
  /** Null: typed in, or a whole day's steps. */
  startedAt: Temporal.Instant | null;
  elapsedSeconds: number | null;
  movingSeconds: number | null;
  metres: number | null;
  steps: number | null;
}

/** The same workout; possibly the same, which its owner is asked; or a different one. */
export type Similarity = 'same' | 'possible' | 'different';

/** The largest difference between the clocks of watch and phone, and between starts of a recording, in seconds. */
const startTolerance = 120;

/** A wrong time zone shifts a start by a multiple of 15 minutes, up to the largest offset; in seconds. */
const zoneStep = 15 * 60;
const zoneReach = 14 * 60 * 60;

/**
 * Whether two records of one person are the same workout. Records of one source never are, except those of personal
 * tokens, where several apps may report what the same watch recorded. The rules are in the facts about the services,
 * §7.2; elapsed times are compared with elapsed times.
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
 * Whether two files contain the same recording, such as the FIT and the GPX of a run: nobody does two workouts at the
 * same time, whatever their sport types.
 */
export const isOneRecording = (one: Comparable, other: Comparable) =>
  one.startedAt !== null &&
  other.startedAt !== null &&
  hasLikeTime(one, other) &&
  overlapOf(one, other) > 0.8;

const ofOneFamily = (one: Comparable, other: Comparable) =>
  one.sportType === other.sportType || one.sportType === 'other' || other.sportType === 'other';

/** Manual entries and a day's steps have no time of day, so they are compared by day and amount. */
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

/** Within a tenth or two minutes, whichever is larger. An entered time may be the moving time. */
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

/** The share of the shorter one that overlaps, from 0 to 1. */
function overlapOf(one: Comparable, other: Comparable): number {
  const [a, b] = [one, other].map(({ startedAt, elapsedSeconds }) => {
    const from = Number(startedAt?.epochMilliseconds ?? 0) / 1000;
    return { from, until: from + (elapsedSeconds ?? 0) };
  }) as [{ from: number; until: number }, { from: number; until: number }];
  const shorter = Math.min(a.until - a.from, b.until - b.from);
  const shared = Math.min(a.until, b.until) - Math.max(a.from, b.from);
  return shorter > 0 ? Math.max(0, shared) / shorter : 0;
}
