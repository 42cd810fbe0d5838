import { largestFile } from '../../../../contract/workout-files.ts';
import { isGzip, isZip, type NamedFile, unpackGzip, unpackZip } from './archive.ts';
import { FileFailure, type FileReason } from './file-failure.ts';
import type { FileWorkout } from './file-workout.ts';
import { isFit, readFit } from './fit-file.ts';
import { GpxListener } from './gpx-file.ts';
import { TcxListener } from './tcx-file.ts';
import { readXml } from './xml.ts';

/** The result of reading a file: its workouts, and the files in an archive that cannot be used. */
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

/**
 * Reads the workouts of a FIT, GPX or TCX file, or of a gzip or zip archive of these. Ignores the file extension. `now`
 * is in milliseconds since 1970. Throws a FileFailure if the file has no usable workout.
 */
export function readWorkoutFile(bytes: Uint8Array, fileName: string, now: number): FileReading {
  const files = isZip(bytes) ? unpackZip(bytes) : [{ name: fileName, bytes }];
  const reading: FileReading = { workouts: [], refused: [] };
  for (const file of files) {
    try {
      reading.workouts.push(...pastWorkouts(file, now));
    } catch (failure) {
      if (!(failure instanceof FileFailure)) throw failure;
      reading.refused.push({ name: file.name.slice(-longestName), reason: failure.reason });
    }
  }
  if (reading.workouts.length > mostWorkouts) throw new FileFailure('tooLarge');
  if (reading.workouts.length > 0) return reading;
  throw new FileFailure(reading.refused[0]?.reason ?? 'noActivity');
}

/**
 * Returns the workouts of one file. If one is in the future, throws a FileFailure, because all dates of the file may be
 * wrong.
 */
function pastWorkouts(file: NamedFile, now: number): FileWorkout[] {
  const workouts = read(isGzip(file.bytes) ? unpackGzip(file.bytes) : file.bytes);
  if (workouts.some(({ startedAt }) => startedAt > now + clockTolerance)) throw new FileFailure('inFuture');
  return workouts;
}

function read(bytes: Uint8Array): FileWorkout[] {
  if (bytes.length > largestFile) throw new FileFailure('tooLarge');
  if (isFit(bytes)) return readFit(bytes);
  let listener: GpxListener | TcxListener | undefined;
  readXml(bytes, (root) => {
    if (root === 'gpx') listener = new GpxListener();
    else if (root === 'TrainingCenterDatabase') listener = new TcxListener();
    else throw new FileFailure('broken');
    return listener;
  });
  if (!listener) throw new FileFailure('broken');
  return listener.workouts();
}
