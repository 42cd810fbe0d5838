import { largestFile } from '../../../../contract/workout-files.ts';
import { isGzip, isZip, type NamedFile, type Unpacked, unpackGzip, unpackZip } from './archive.ts';
import { FileFailure, type FileReason } from './file-failure.ts';
import type { FileWorkout } from './file-workout.ts';
import { isFit, readFit } from './fit-file.ts';
import { GpxListener } from './gpx-file.ts';
import { TcxListener } from './tcx-file.ts';
import { readXml } from './xml.ts';

/** The result of reading a file: its workouts, and the files of an archive and the tracks that cannot be used. */
export interface FileReading {
  workouts: FileWorkout[];
  refused: { name: string; reason: FileReason }[];
}

/**
 * The maximum number of workouts in a file, more than a year of daily workouts. The preview shows every workout, and
 * each workout is saved separately.
 */
const mostWorkouts = 500;

/** The maximum length of a file's path in characters. Only the end of a longer path is kept. */
const longestName = 200;

/** The largest accepted difference between the clocks of a watch and the server, in milliseconds. */
const clockTolerance = 120_000;

/** Archives are opened down to this depth: an export, and the archives that some services put into it. */
const deepest = 2;

/**
 * Reads the workouts of a FIT, GPX or TCX file, or of a gzip or zip archive of these, which may contain zip archives.
 * Ignores the file extension. `now` is in milliseconds since 1970. Throws a FileFailure if there is no usable workout.
 */
export function readWorkoutFile(bytes: Uint8Array, fileName: string, now: number): FileReading {
  const reading: FileReading = { workouts: [], refused: [] };
  const refuse = (name: string, reason: FileReason) =>
    reading.refused.push({ name: name.slice(-longestName), reason });
  const unpacked: Unpacked = { files: 0, bytes: 0 };
  const readAll = ({ name, bytes: content }: NamedFile, depth: number) => {
    try {
      if (isZip(content) && depth < deepest)
        for (const file of unpackZip(content, unpacked)) readAll(file, depth + 1);
      else {
        const { workouts, untimed } = read(isGzip(content) ? unpackGzip(content) : content);
        // A workout in the future means that all dates of the file may be wrong.
        if (workouts.some(({ startedAt }) => startedAt > now + clockTolerance))
          throw new FileFailure('inFuture');
        reading.workouts.push(...workouts);
        for (const track of untimed) refuse(track || name, 'noTimes');
      }
    } catch (failure) {
      if (!(failure instanceof FileFailure)) throw failure;
      refuse(name, failure.reason);
    }
  };
  readAll({ name: fileName, bytes }, 0);
  if (reading.workouts.length > mostWorkouts) throw new FileFailure('tooLarge');
  if (reading.workouts.length > 0) return reading;
  throw new FileFailure(reading.refused[0]?.reason ?? 'noActivity');
}

/** Returns the workouts of one file, and the names of its tracks without times. */
function read(bytes: Uint8Array): { workouts: FileWorkout[]; untimed: string[] } {
  if (bytes.length > largestFile) throw new FileFailure('tooLarge');
  if (isFit(bytes)) return { workouts: readFit(bytes), untimed: [] };
  let listener: GpxListener | TcxListener | undefined;
  readXml(bytes, (root) => {
    if (root === 'gpx') listener = new GpxListener();
    else if (root === 'TrainingCenterDatabase') listener = new TcxListener();
    else throw new FileFailure('broken');
    return listener;
  });
  if (!listener) throw new FileFailure('broken');
  return { workouts: listener.workouts(), untimed: listener instanceof GpxListener ? listener.untimed : [] };
}
