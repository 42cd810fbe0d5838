import { isMoment } from './file-workout.ts';
import { SustainedSpeed } from './sustained-speed.ts';

/**
 * A point of a recording. Unknown values are left out. The position is in degrees, the time in milliseconds since 1970.
 */
export interface TrackPoint {
  latitude?: number | undefined;
  longitude?: number | undefined;
  moment?: number | undefined;
  /** Metres from the start, as the recording device measured them. */
  metres?: number | undefined;
}

/** The mean radius of the Earth in metres (R1 of the IUGG's Geodetic Reference System 1980). */
const earthRadius = 6_371_008.8;

/**
 * The highest plausible speed in metres per second. Nobody moves faster without an engine, even downhill (the ski
 * record is 71 m/s). A higher speed is a jump in position after a lost signal.
 */
const fastest = 100;

/** Adds up the points of a recording one by one, without keeping them. */
export class Track {
  #positions = 0;
  #timedPositions = 0;
  #summed = 0;
  #reported = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  /** The last time in the current segment. */
  #moment: number | undefined;
  #seconds = 0;
  #segments = 0;
  readonly #speed = new SustainedSpeed();
  /** The last point with a time. */
  #timed: { moment: number; summed: number; metres: number | undefined } | undefined;
  #before: { latitude: number; longitude: number; moment: number | undefined } | undefined;

  /** Starts a new segment after a pause. The gap to the next point adds no distance and no moving time. */
  startSegment(): void {
    this.#segments += 1;
    this.#moment = undefined;
    this.#before = undefined;
    this.#timed = undefined;
    this.#speed.pause();
  }

  add({ latitude, longitude, moment, metres }: TrackPoint): void {
    const at = moment !== undefined && isMoment(moment) ? moment : undefined;
    if (at !== undefined) this.#pass(at);
    if (metres !== undefined && metres > this.#reported) this.#reported = metres;
    if (isPosition(latitude, longitude)) {
      this.#positions += 1;
      if (at !== undefined) this.#timedPositions += 1;
      const here = { latitude: latitude as number, longitude: longitude as number, moment: at };
      if (this.#before) this.#summed += metresBetween(this.#before, here);
      this.#before = here;
    }
    if (at !== undefined) this.#measureSpeed(at, metres);
  }

  /** The highest speed sustained for five minutes, in metres per hour. */
  get sustainedSpeed(): number {
    return this.#speed.metresPerHour;
  }

  get hasPositions(): boolean {
    return this.#positions > 0;
  }

  /** Whether at least half of the positions have a time. Otherwise, the times are too incomplete to use. */
  get hasTimes(): boolean {
    return this.#last >= this.#first && this.#timedPositions * 2 >= this.#positions;
  }

  /** The first time in milliseconds since 1970. Only valid if `hasTimes` is true. */
  get startedAt(): number {
    return this.#first;
  }

  /** The last time in milliseconds since 1970. Only valid if `hasTimes` is true. */
  get endedAt(): number {
    return this.#last;
  }

  get elapsedSeconds(): number {
    return this.hasTimes ? (this.#last - this.#first) / 1000 : 0;
  }

  /** The seconds from start to end without pauses, or null if the recording has no pause. */
  get movingSeconds(): number | null {
    return this.#segments > 1 ? this.#seconds : null;
  }

  /** The distance that the device measured, or the distance summed over the positions if the device measured none. */
  get metres(): number {
    return this.#reported > 0 ? this.#reported : this.#summed;
  }

  #measureSpeed(moment: number, metres: number | undefined): void {
    const before = this.#timed;
    this.#timed = { moment, summed: this.#summed, metres };
    if (!before) return;
    const measured =
      metres === undefined || before.metres === undefined
        ? this.#summed - before.summed
        : metres - before.metres;
    this.#speed.add(Math.max(0, measured), (moment - before.moment) / 1000);
  }

  #pass(moment: number): void {
    this.#first = Math.min(this.#first, moment);
    this.#last = Math.max(this.#last, moment);
    if (this.#moment !== undefined) this.#seconds += Math.max(0, moment - this.#moment) / 1000;
    this.#moment = moment;
  }
}

const isPosition = (latitude: number | undefined, longitude: number | undefined) =>
  latitude !== undefined &&
  longitude !== undefined &&
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180 &&
  // Some devices report 0, 0 when they have no signal.
  (latitude !== 0 || longitude !== 0);

interface Place {
  latitude: number;
  longitude: number;
  moment: number | undefined;
}

/** Returns the metres along the great circle (haversine formula), or 0 if the speed would be impossible. */
function metresBetween(from: Place, to: Place): number {
  const radians = Math.PI / 180;
  const sine = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const chord =
    sine(to.latitude - from.latitude) +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * sine(to.longitude - from.longitude);
  const metres = 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
  if (from.moment === undefined || to.moment === undefined) return metres;
  // Two points may have the same time, because many devices record whole seconds.
  const seconds = Math.max(1, Math.abs(to.moment - from.moment) / 1000);
  return metres / seconds > fastest ? 0 : metres;
}
