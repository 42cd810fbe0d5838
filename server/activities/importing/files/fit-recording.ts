import { Profile } from '@garmin/fitsdk';
import { type FileWorkout, isMoment } from './file-workout.ts';
import { sourceNamed, wholeWorkout } from './rounded-workout.ts';
import { Track } from './track.ts';

/** A FIT message, with the field names of the FIT profile. Times are `Date` objects, and enum values are strings. */
export type FitMessage = Record<string, unknown>;

/** Converts a FIT angle to degrees. 2^31 semicircles are 180 degrees. */
const degrees = (semicircles: number | undefined) =>
  semicircles === undefined ? undefined : (semicircles * 180) / 2 ** 31;

/** The FIT epoch, 1989-12-31, in seconds since 1970. */
const fitEpoch = 631_065_600;

/** The range and step of valid UTC offsets, in minutes: multiples of 15, from 12 hours behind UTC to 14 hours ahead. */
const zones = { step: 15, ahead: 14 * 60, behind: -12 * 60 };

/** Returns whether a session is only the transition between two sports of a triathlon. */
const isTransition = (session: FitMessage) => session.sport === 'transition';

/** Collects the messages of one FIT file and builds its workouts. */
export class FitRecording {
  /** Whether the file contains a recorded activity, rather than, for example, settings or sleep data. */
  readonly isActivity: boolean;
  readonly #track = new Track();
  readonly #sessions: FitMessage[] = [];
  #isUntimed = false;
  #device: string | null;
  #utcOffsetMinutes: number | null = null;

  constructor(fileId: FitMessage) {
    // Other types of files, for example courses and training plans, may also contain times and positions.
    this.isActivity = fileId.type === 'activity';
    this.#device = deviceOf(fileId);
  }

  take(number: number, message: FitMessage): void {
    if (!this.isActivity) return;
    switch (number) {
      case Profile.MesgNum.SESSION:
        this.#sessions.push({ ...message });
        break;
      case Profile.MesgNum.RECORD:
        this.#track.add({
          latitude: degrees(numeric(message.positionLat)),
          longitude: degrees(numeric(message.positionLong)),
          moment: momentOf(message.timestamp),
          metres: numeric(message.distance),
        });
        break;
      case Profile.MesgNum.ACTIVITY:
        this.#utcOffsetMinutes = offsetOf(message);
        break;
      case Profile.MesgNum.DEVICE_INFO:
        if (message.deviceIndex === 'creator') this.#device = deviceOf(message) ?? this.#device;
        break;
    }
  }

  /** Whether `workouts` left out a workout because its start time is unknown. */
  get isUntimed(): boolean {
    return this.#isUntimed;
  }

  /** Returns the workouts. Call this after the whole file has been read. */
  workouts(): FileWorkout[] {
    // A file without a summary may still contain recorded points.
    const reported = this.#sessions.length > 0 ? this.#sessions : [{}];
    return reported
      .filter((session) => !isTransition(session))
      .flatMap((session) => this.#workoutOf(session) ?? []);
  }

  #workoutOf(session: FitMessage): FileWorkout | undefined {
    const ended = momentOf(session.timestamp);
    const elapsed = numeric(session.totalElapsedTime);
    const track = this.#sessions.length < 2 ? this.#track : new Track();
    const fromEnd = ended !== undefined && elapsed !== undefined ? ended - elapsed * 1000 : undefined;
    const startedAt = momentOf(session.startTime) ?? fromEnd ?? track.startedAt;
    if (!isMoment(startedAt)) {
      this.#isUntimed ||= elapsed !== undefined || track.hasPositions;
      return undefined;
    }
    const strides = numeric(session.totalStrides);
    return wholeWorkout({
      startedAt,
      utcOffsetMinutes: this.#utcOffsetMinutes,
      elapsedSeconds: elapsed ?? (ended === undefined ? track.elapsedSeconds : (ended - startedAt) / 1000),
      movingSeconds: numeric(session.totalMovingTime) ?? numeric(session.totalTimerTime) ?? null,
      metres: numeric(session.totalDistance) ?? track.metres,
      sustainedSpeed: track.sustainedSpeed,
      // A stride is two steps.
      steps: strides === undefined ? null : strides * 2,
      sportType: sportOf(session),
      name: null,
      device: this.#device,
      cameFrom: sourceNamed(this.#device ?? ''),
    });
  }
}

/** Returns the number in a field, or undefined if the device recorded no value. */
const numeric = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= -(2 ** 31) ? value : undefined;

/** Returns a time in milliseconds since 1970, or undefined if the device's clock was not set. */
function momentOf(value: unknown): number | undefined {
  const moment = value instanceof Date ? value.getTime() : Number.NaN;
  return isMoment(moment) ? moment : undefined;
}

/** Returns the UTC offset of the device's clock at the end of the recording, in minutes. */
function offsetOf(activity: FitMessage): number | null {
  const [ended, local] = [momentOf(activity.timestamp), numeric(activity.localTimestamp)];
  if (ended === undefined || local === undefined) return null;
  const minutes = (local + fitEpoch - ended / 1000) / 60;
  const offset = Math.round(minutes / zones.step) * zones.step;
  return offset >= zones.behind && offset <= zones.ahead ? offset : null;
}

/** Returns the manufacturer and product, for example "Garmin fenix5", if the FIT profile has names for them. */
function deviceOf(message: FitMessage): string | null {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const maker = text(message.manufacturer);
  const product = text(message.productName) || text(message.garminProduct);
  const name = [maker.charAt(0).toUpperCase() + maker.slice(1), product].filter(Boolean).join(' ');
  return name || null;
}

/** Sports that are too general to use without the sub-sport. */
const vague = new Set(['', 'training', 'fitness_equipment']);

/** Sub-sports that the platform may map to a different sport than the main sport. */
const specific = /^(e_bike_|rucking)/;

/**
 * Returns the name of the sport, or of the sub-sport if that is more specific. Returns null if both are generic or
 * unknown.
 */
function sportOf({ sport, subSport }: FitMessage): string | null {
  const [name, kind] = [snakeCaseName(sport), snakeCaseName(subSport)];
  if (kind && (vague.has(name) || specific.test(kind))) return kind;
  return name || null;
}

/**
 * Converts an enum value to the snake_case name in the FIT documentation. Returns an empty string for unknown numbers.
 */
function snakeCaseName(value: unknown): string {
  const name =
    typeof value === 'string' ? value.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : '';
  return name === 'generic' || name === 'all' ? '' : name;
}
