import type { Source } from '../../../contract/activities.ts';
import type { Sport } from '../../../contract/sports.ts';

/** The values that are used to compare records. Metres and seconds are whole numbers. */
export interface Comparable {
  source: Source;
  sportType: Sport['type'];
  performedOn: string;
  /** In milliseconds since 1970; null for manual entries and for a day's steps. */
  startedAt: number | null;
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

/**
 * Two recordings cover the same time if they share this fraction of the time from the first start to the last
 * end.
 */
const sameTime = 0.97;
/**
 * A recording lies wholly within another one if they share this fraction of its time. If the distance is the
 * same as well, one device was only started earlier or stopped later.
 */
const wholly = 0.99;
/** A recording lies within another one if they share this fraction of its time. */
const within = 0.8;
/** A recording can be a piece of a longer one if it lasts at most this fraction of the longer one's time. */
const pieceOf = 0.8;
/**
 * Consecutive workouts may overlap by this fraction of the shorter one, or by two minutes, because clocks
 * differ and people may stop one device after starting the other.
 */
const inPassing = 0.1;

/** A wrong time zone shifts a start by a multiple of this many seconds. */
const zoneStep = 15 * 60;
/** The largest offset from UTC, in seconds. */
const zoneReach = 14 * 60 * 60;

/**
 * Returns whether two records of a person are the same workout. Time matters more than the sport's name, because nobody
 * is in two places at once. Records that cover the same time are the same workout, and records that overlap in part may
 * be the same.
 */
export function similarityOf(one: Comparable, other: Comparable): Similarity {
  const [a, b] = [timesOf(one), timesOf(other)];
  if (!a || !b) return similarityOfDay(one, other);
  const apart = Math.abs(a.from - b.from);
  const overlap = overlapOf(a, b);
  if (apart <= startTolerance && (hasLikeTime(one, other) || matchesDistanceAndSport(one, other)))
    return 'same';
  if (overlap.ofShorter >= wholly && matchesDistanceAndSport(one, other)) return 'same';
  if (overlap.ofUnion >= sameTime || isPiece(one, other) || isPiece(other, one)) return 'same';
  const isShifted = isZoneAway(apart);
  if (isShifted && isAnotherRecording(one, other) && isCopy(one, other)) return 'same';
  if (overlap.seconds > Math.max(startTolerance, overlap.shorter * inPassing)) return 'possible';
  if (one.source === other.source) return 'different';
  if (isShifted && ofOneFamily(one, other) && isEqualAmount(one, other)) return 'possible';
  return isHoursAway(apart) && isAlike(one, other) ? 'possible' : 'different';
}

/**
 * Returns whether two records are the same recording, for example the FIT and the GPX file of a run. Ignores the sport
 * names, because nobody does two workouts at the same time.
 */
export function isOneRecording(one: Comparable, other: Comparable): boolean {
  const [a, b] = [timesOf(one), timesOf(other)];
  return a !== undefined && b !== undefined && hasLikeTime(one, other) && overlapOf(a, b).ofShorter > within;
}

/**
 * Returns whether a recording is a part of a longer one of the same sport, for example its first half: it
 * lies within the longer one, and starts or ends at the same time. A recording that lies in the middle is not
 * certain to be a part, because it may be another workout with a wrong clock.
 */
export function isPiece(one: Comparable, whole: Comparable): boolean {
  const [a, b] = [timesOf(one), timesOf(whole)];
  return (
    a !== undefined &&
    b !== undefined &&
    ofOneFamily(one, whole) &&
    a.until - a.from <= (b.until - b.from) * pieceOf &&
    (Math.abs(a.from - b.from) <= startTolerance || Math.abs(a.until - b.until) <= startTolerance) &&
    overlapOf(a, b).ofShorter >= within
  );
}

const ofOneFamily = (one: Comparable, other: Comparable) =>
  one.sportType === other.sportType || one.sportType === 'other' || other.sportType === 'other';

/**
 * Compares records by day if one of them has no time of day. A day's steps from two devices are the same
 * steps. A manual entry is never `same`, because it may be a second, similar workout of that day.
 */
function similarityOfDay(one: Comparable, other: Comparable): Similarity {
  if (one.performedOn !== other.performedOn) return 'different';
  const [isOneTyped, isOtherTyped] = [one, other].map(({ source }) => source === 'manual');
  if (isOneTyped && isOtherTyped) return 'different';
  if (isStepsOnly(one) || isStepsOnly(other)) {
    if (!isStepsOnly(one) || !isStepsOnly(other)) return 'different';
    return isOneTyped || isOtherTyped ? 'possible' : 'same';
  }
  if (one.metres !== null && other.metres !== null)
    return hasLikeDistance(one, other) ? 'possible' : 'different';
  return ofOneFamily(one, other) && hasLikeTime(one, other) ? 'possible' : 'different';
}

/**
 * Returns whether the two records may be one workout that was reported twice with different time zones. A
 * service gives a workout the same id whatever its time zone, but two files or two apps may report the same
 * workout.
 */
const isAnotherRecording = (one: Comparable, other: Comparable) =>
  one.source !== other.source || one.source === 'file' || one.source === 'token';

/**
 * Returns whether two records have the same measured amounts. Nobody repeats a workout to the second and to
 * within ten metres. Round amounts count as measured only in files: elsewhere, people may have typed them in,
 * and two workouts with the same round amounts on one day are common.
 */
const isCopy = (one: Comparable, other: Comparable) =>
  one.metres !== null &&
  other.metres !== null &&
  one.elapsedSeconds !== null &&
  other.elapsedSeconds !== null &&
  Math.abs(one.metres - other.metres) <= 10 &&
  Math.abs(one.elapsedSeconds - other.elapsedSeconds) <= 1 &&
  (one.source === 'file' || other.source === 'file' || !isRound(one.metres, one.elapsedSeconds));

const isRound = (metres: number, seconds: number) => metres % 100 === 0 && seconds % 60 === 0;

const isStepsOnly = ({ metres, elapsedSeconds, steps }: Comparable) =>
  steps !== null && metres === null && elapsedSeconds === null;

/**
 * Returns whether the times differ by no more than 10% or two minutes, whichever is more. The time of a manual entry
 * may be the moving time, so the moving times are compared too.
 */
function hasLikeTime(one: Comparable, other: Comparable): boolean {
  const isLike = (a: number | null, b: number | null) =>
    a !== null && b !== null && Math.abs(a - b) <= Math.max(startTolerance, Math.max(a, b) * 0.1);
  if (isLike(one.elapsedSeconds, other.elapsedSeconds)) return true;
  const isTyped = one.startedAt === null || other.startedAt === null;
  return (
    isTyped &&
    (isLike(one.movingSeconds, other.elapsedSeconds) || isLike(one.elapsedSeconds, other.movingSeconds))
  );
}

const hasLikeDistance = (one: Comparable, other: Comparable) => isWithin(one.metres, other.metres, 0.05);

/**
 * Returns whether two records of compatible sports have about the same distance. Their times may differ, for
 * example because one device was paused.
 */
const matchesDistanceAndSport = (one: Comparable, other: Comparable) =>
  ofOneFamily(one, other) && hasLikeDistance(one, other);

/** Returns whether two records have about the same time and distance, whenever they took place. */
export const isAlike = (one: Comparable, other: Comparable) =>
  hasLikeTime(one, other) && hasLikeDistance(one, other);

const isWithin = (one: number | null, other: number | null, part: number) =>
  one !== null && other !== null && Math.abs(one - other) <= Math.max(one, other) * part;

const isZoneAway = (apart: number) =>
  apart >= zoneStep && apart <= zoneReach && Math.min(apart % zoneStep, zoneStep - (apart % zoneStep)) < 1;

/** Returns whether two starts are a whole number of hours apart, within the tolerance for clocks. */
const isHoursAway = (apart: number) => {
  const rest = apart % 3600;
  return apart > startTolerance && apart <= zoneReach && Math.min(rest, 3600 - rest) <= startTolerance;
};

function isEqualAmount(one: Comparable, other: Comparable): boolean {
  const isTimeEqual = isWithin(one.elapsedSeconds, other.elapsedSeconds, 0.01);
  const isDistanceEqual =
    one.metres === null && other.metres === null ? true : isWithin(one.metres, other.metres, 0.01);
  return isTimeEqual && isDistanceEqual;
}

/** The start and end of a recording, in seconds since 1970. */
interface Times {
  from: number;
  until: number;
}

function timesOf({ startedAt, elapsedSeconds }: Comparable): Times | undefined {
  if (startedAt === null) return undefined;
  const from = startedAt / 1000;
  return { from, until: from + (elapsedSeconds ?? 0) };
}

/**
 * Returns how many seconds two recordings share, how long the shorter one is, and which fractions of the
 * shorter one and of their combined time they share.
 */
function overlapOf(a: Times, b: Times) {
  const shorter = Math.min(a.until - a.from, b.until - b.from);
  const seconds = Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from));
  const union = Math.max(a.until, b.until) - Math.min(a.from, b.from);
  return {
    seconds,
    shorter,
    ofShorter: shorter > 0 ? seconds / shorter : 0,
    ofUnion: union > 0 ? seconds / union : 0,
  };
}
