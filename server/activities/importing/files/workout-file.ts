import { largestFile } from '../../../../contract/workout-files.ts';
import { isGzip, isZip, type NamedFile, unpackGzip, unpackZip } from './archive.ts';
import { FileFailure, type FileReason } from './file-failure.ts';
import type { FileWorkout } from './file-workout.ts';
import { isFit, readFit } from './fit-file.ts';
import { GpxListener } from './gpx-file.ts';
import { TcxListener } from './tcx-file.ts';
import { readXml } from './xml.ts';

/** What a file gave: its workouts, and the files in it that cannot be used. */
export interface FileReading {
  workouts: FileWorkout[];
  refused: { name: string; reason: FileReason }[];
}

/** A year of daily workouts and more: all of them are shown, and saved one by one. */
const mostWorkouts = 500;

/** The end of a path that is longer, in characters. */
const longestName = 200;

/** Clocks of watches and servers differ by this much at most, in milliseconds. */
const clockTolerance = 120_000;

/**
 * Reads the workouts of a FIT, GPX or TCX file, or of a gzip or zip archive of such, whatever it is called. `now` is in
 * milliseconds since 1970. Throws a FileFailure if the file holds no workout that can be used.
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

/** The workouts of one file. One that is yet to come makes all its dates doubtful. */
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
