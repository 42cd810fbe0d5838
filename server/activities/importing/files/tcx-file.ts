import { FileFailure } from './file-failure.ts';
import { type FileWorkout, isMoment } from './file-workout.ts';
import { sourceNamed, wholeWorkout } from './rounded-workout.ts';
import { Track } from './track.ts';
import { momentOf, numberOf, type XmlListener } from './xml.ts';

/** The totals of one activity in a TCX document. */
class TcxActivity {
  readonly track = new Track();
  /** The earliest time of all laps and points. Laps are included because a file may have no points. */
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;
  timerSeconds = 0;
  lapMetres = 0;
  device = '';
  utcOffsetMinutes: number | null = null;
  readonly sportType: string;

  constructor(sportType: string) {
    this.sportType = sportType;
  }

  pass(moment: number): void {
    this.first = Math.min(this.first, moment);
    this.last = Math.max(this.last, moment);
  }
}

/**
 * Reads TCX (Training Center Database v2). Every activity, including each one in a multisport session, is a workout
 * with the totals of its laps. Ignores courses, because they are plans.
 */
export class TcxListener implements XmlListener {
  readonly #workouts: FileWorkout[] = [];
  #activity: TcxActivity | undefined;
  #lapStart: number | undefined;
  #point: {
    latitude?: number | undefined;
    longitude?: number | undefined;
    moment?: number;
    metres?: number | undefined;
  } = {};
  #hasUntimed = false;

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'Activity') this.#activity = new TcxActivity(attributes.Sport ?? '');
    if (name === 'Lap') this.#lapStart = this.#readTime(attributes.StartTime ?? '');
    if (name === 'Track') this.#activity?.track.startSegment();
    if (name === 'Trackpoint') this.#point = {};
  }

  close(name: string, text: string, path: string[]): void {
    const activity = this.#activity;
    if (!activity) return;
    const parent = path.at(-2);
    if (parent === 'Trackpoint') this.#readPoint(name, text);
    if (name === 'LatitudeDegrees') this.#point.latitude = numberOf(text);
    if (name === 'LongitudeDegrees') this.#point.longitude = numberOf(text);
    if (name === 'Trackpoint') activity.track.add(this.#point);
    if (parent === 'Lap' && name === 'DistanceMeters') activity.lapMetres += Math.max(0, numberOf(text) ?? 0);
    if (parent === 'Lap' && name === 'TotalTimeSeconds') this.#addLapTime(activity, numberOf(text) ?? 0);
    if (parent === 'Creator' && name === 'Name') activity.device = text;
    if (name === 'Activity') this.#endActivity(activity);
  }

  /** Returns the workouts. Call this after the whole document has been read. */
  workouts(): FileWorkout[] {
    if (this.#workouts.length === 0) throw new FileFailure(this.#hasUntimed ? 'noTimes' : 'noActivity');
    return this.#workouts;
  }

  #readPoint(name: string, text: string): void {
    if (name === 'Time') {
      const moment = this.#readTime(text);
      if (moment !== undefined) this.#point.moment = moment;
    }
    if (name === 'DistanceMeters') this.#point.metres = numberOf(text);
  }

  /** Reads a time in the current activity. Returns undefined if the device's clock was not set. */
  #readTime(text: string): number | undefined {
    const reported = momentOf(text);
    if (!reported || !isMoment(reported.moment) || !this.#activity) return undefined;
    this.#activity.pass(reported.moment);
    this.#activity.utcOffsetMinutes ??= reported.utcOffsetMinutes;
    return reported.moment;
  }

  #addLapTime(activity: TcxActivity, seconds: number): void {
    if (seconds <= 0) return;
    activity.timerSeconds += seconds;
    if (this.#lapStart !== undefined) activity.pass(this.#lapStart + seconds * 1000);
  }

  #endActivity(activity: TcxActivity): void {
    this.#activity = undefined;
    const { track, first, last, timerSeconds, lapMetres, sportType, device } = activity;
    if (last < first) {
      if (track.hasPositions || timerSeconds > 0 || lapMetres > 0) this.#hasUntimed = true;
      return;
    }
    const elapsedSeconds = (last - first) / 1000;
    const workout = wholeWorkout({
      startedAt: first,
      utcOffsetMinutes: activity.utcOffsetMinutes,
      elapsedSeconds,
      movingSeconds: timerSeconds > 0 ? Math.min(timerSeconds, elapsedSeconds) : null,
      metres: lapMetres > 0 ? lapMetres : track.metres,
      sustainedSpeed: track.sustainedSpeed,
      // TCX only has the sports "Running", "Biking" and "Other".
      sportType: sportType === '' || sportType === 'Other' ? null : sportType,
      name: null,
      device: device || null,
      cameFrom: sourceNamed(device),
    });
    if (workout) this.#workouts.push(workout);
  }
}
