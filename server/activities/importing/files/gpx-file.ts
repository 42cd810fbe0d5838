import { FileFailure } from './file-failure.ts';
import { type FileWorkout, isMoment } from './file-workout.ts';
import { sourceNamed, wholeWorkout } from './rounded-workout.ts';
import { Track } from './track.ts';
import { momentOf, numberOf, type XmlListener } from './xml.ts';

/**
 * Reads GPX 1.0 and 1.1. Every track is a workout, and a new segment means a pause. Ignores routes and waypoints,
 * because they are plans. `workouts` throws a FileFailure if there is no workout.
 */
export class GpxListener implements XmlListener {
  readonly #workouts: FileWorkout[] = [];
  #creator = '';
  #track = new Track();
  #name = '';
  #type = '';
  #utcOffsetMinutes: number | null = null;
  #latitude: number | undefined;
  #longitude: number | undefined;
  #moment: number | undefined;
  readonly #untimed: string[] = [];

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'gpx') this.#creator = attributes.creator ?? '';
    if (name === 'trk') {
      this.#track = new Track();
      this.#name = '';
      this.#type = '';
      this.#utcOffsetMinutes = null;
    }
    if (name === 'trkseg') this.#track.startSegment();
    if (name === 'trkpt') {
      this.#latitude = numberOf(attributes.lat);
      this.#longitude = numberOf(attributes.lon);
      this.#moment = undefined;
    }
  }

  close(name: string, text: string, path: string[]): void {
    const parent = path.at(-2);
    if (parent === 'trk' && name === 'name') this.#name = text;
    if (parent === 'trk' && name === 'type') this.#type = text;
    if (parent === 'trkpt' && name === 'time') this.#readTime(text);
    if (name === 'trkpt')
      this.#track.add({ latitude: this.#latitude, longitude: this.#longitude, moment: this.#moment });
    if (name === 'trk') this.#endTrack();
  }

  /** Returns the workouts. Call this after the whole document has been read. */
  workouts(): FileWorkout[] {
    if (this.#workouts.length > 0) return this.#workouts;
    throw new FileFailure(this.#untimed.length > 0 ? 'noTimes' : 'noActivity');
  }

  /**
   * The names of the tracks that have no times and so are not workouts. For a track without a name, the text
   * is empty.
   */
  get untimed(): string[] {
    return this.#untimed;
  }

  #readTime(text: string): void {
    const reported = momentOf(text);
    if (!reported || !isMoment(reported.moment)) return;
    this.#moment = reported.moment;
    this.#utcOffsetMinutes ??= reported.utcOffsetMinutes;
  }

  #endTrack(): void {
    const track = this.#track;
    if (track.hasPositions && !track.hasTimes) this.#untimed.push(this.#name);
    if (!track.hasTimes) return;
    const workout = wholeWorkout({
      startedAt: track.startedAt,
      utcOffsetMinutes: this.#utcOffsetMinutes,
      elapsedSeconds: track.elapsedSeconds,
      movingSeconds: track.movingSeconds,
      metres: track.metres,
      sustainedSpeed: track.sustainedSpeed,
      sportType: this.#type || null,
      name: this.#name || null,
      // GPX names the program that wrote the file, not the device.
      device: null,
      cameFrom: sourceNamed(this.#creator),
    });
    if (workout) this.#workouts.push(workout);
  }
}
