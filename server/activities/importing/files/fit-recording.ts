import { Profile } from '@garmin/fitsdk';
import { type FileWorkout, isMoment } from './file-workout.ts';
import { sourceNamed, wholeWorkout } from './rounded-workout.ts';
import { Track } from './track.ts';

/** A message with its fields by their names in the FIT profile; moments as dates, enumerated values as texts. */
export type FitMessage = Record<string, unknown>;

/** Converts a FIT angle to degrees: 2^31 units are half a circle. */
const degrees = (semicircles: number | undefined) =>
  semicircles === undefined ? undefined : (semicircles * 180) / 2 ** 31;

/** Seconds from 1970 to 1989-12-31, FIT's epoch. */
const fitEpoch = 631_065_600;

/** Offsets from UTC are multiples of 15 minutes, from 12 hours behind to 14 hours ahead; in minutes. */
const zones = { step: 15, ahead: 14 * 60, behind: -12 * 60 };

/** Whether a session is only the transition between two sports of a triathlon. */
const isTransition = (session: FitMessage) => session.sport === 'transition';

/** The contents of one FIT file, message by message. */
export class FitRecording {
  readonly #isActivity: boolean;
  readonly #track = new Track();
  readonly #sessions: FitMessage[] = [];
  #isUntimed = false;
  #device: string | null;
  #utcOffsetMinutes: number | null = null;

  constructor(fileId: FitMessage) {
    // Courses, settings and training plans also have times and positions.
    this.#isActivity = fileId.type === 'activity';
    this.#device = deviceOf(fileId);
  }

  take(number: number, message: FitMessage): void {
    if (!this.#isActivity) return;
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

  /** Whether a workout was left out because its start time is unknown. */
  get isUntimed(): boolean {
    return this.#isUntimed;
  }

  /** Its workouts, once the file has been read. */
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
      // A stride is two steps.
      steps: strides === undefined ? null : strides * 2,
      sportType: sportOf(session),
      name: null,
      device: this.#device,
      cameFrom: sourceNamed(this.#device ?? ''),
    });
  }
}

/** A number in a message; undefined if the device did not know it. */
const numeric = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= -(2 ** 31) ? value : undefined;

/** In milliseconds since 1970; undefined if the device's clock was not set. */
function momentOf(value: unknown): number | undefined {
  const moment = value instanceof Date ? value.getTime() : Number.NaN;
  return isMoment(moment) ? moment : undefined;
}

/** The offset of the device's clock from UTC at the end of the recording. */
function offsetOf(activity: FitMessage): number | null {
  const [ended, local] = [momentOf(activity.timestamp), numeric(activity.localTimestamp)];
  if (ended === undefined || local === undefined) return null;
  const minutes = (local + fitEpoch - ended / 1000) / 60;
  const offset = Math.round(minutes / zones.step) * zones.step;
  return offset >= zones.behind && offset <= zones.ahead ? offset : null;
}

/** «Garmin fenix5»: manufacturer and product, if the profile has names for them. */
function deviceOf(message: FitMessage): string | null {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  const maker = text(message.manufacturer);
  const product = text(message.productName) || text(message.garminProduct);
  const name = [maker.charAt(0).toUpperCase() + maker.slice(1), product].filter(Boolean).join(' ');
  return name || null;
}

/** Sport names that are too general, so that the sub-sport is used. */
const vague = new Set(['', 'training', 'fitness_equipment']);

/** Sub-sports that may be another sport here. */
const telling = /^(e_bike_|rucking)/;

/**
 * The name of the sport: from the profile, or from the sub-sport if that is more specific; null if neither says
 * anything.
 */
function sportOf({ sport, subSport }: FitMessage): string | null {
  const [name, kind] = [wordOf(sport), wordOf(subSport)];
  if (kind && (vague.has(name) || telling.test(kind))) return kind;
  return name || null;
}

/** The profile's names as its own documentation spells them; empty for unknown numbers. */
function wordOf(value: unknown): string {
  const word =
    typeof value === 'string' ? value.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : '';
  return word === 'generic' || word === 'all' ? '' : word;
}
