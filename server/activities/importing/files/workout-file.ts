import { largestFile } from '../../../../contract/workout-files.ts';
import { isGzip, isZip, type NamedFile, type Unpacked, unpackGzip, unpackZip } from './archive.ts';
import { mergeListed, mergeSummaries, type WorkoutAt } from './file-export.ts';
import { FileFailure, type FileReason } from './file-failure.ts';
import type { FileWorkout } from './file-workout.ts';
import { isFit, readFit } from './fit-file.ts';
import { isActivitySummary, readActivitySummary } from './garmin-export.ts';
import { GpxListener } from './gpx-file.ts';
import { isActivityTable, type ListedWorkout, readActivityTable } from './strava-export.ts';
import { TcxListener } from './tcx-file.ts';
import { readXml } from './xml.ts';

/**
 * The result of reading a file: its workouts, and the names of files and tracks that cannot be used, with the
 * reasons.
 */
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
 * Reads the workouts of a FIT, GPX or TCX file, of a gzip or zip archive of such files, or of an export of
 * all data from Strava or Garmin. A zip archive may contain other zip archives. Recognises FIT, GPX and TCX
 * by their content. `now` is in milliseconds since 1970. Throws a FileFailure if there is no usable workout.
 */
export function readWorkoutFile(bytes: Uint8Array, fileName: string, now: number): FileReading {
  const read: WorkoutAt[] = [];
  const listed: ListedWorkout[] = [];
  const summaries: FileWorkout[] = [];
  const refused: FileReading['refused'] = [];
  const refuse = (name: string, reason: FileReason) =>
    refused.push({ name: name.slice(-longestName), reason });
  const isFuture = ({ startedAt }: FileWorkout) => startedAt > now + clockTolerance;
  const unpacked: Unpacked = { files: 0, bytes: 0 };
  let hasOtherData = false;
  const readOne = (name: string, content: Uint8Array) => {
    if (isActivityTable(name)) {
      const rows = readActivityTable(content);
      if (rows.some(({ file, workout }) => !file && !workout)) refuse(name, 'incomplete');
      return listed.push(...rows);
    }
    if (isActivitySummary(name)) {
      const { workouts, isIncomplete } = readActivitySummary(content);
      if (isIncomplete) refuse(name, 'incomplete');
      return summaries.push(...workouts);
    }
    const { workouts, untimed } = readRecording(isGzip(content) ? unpackGzip(content) : content);
    // A workout in the future means that all dates of the file may be wrong.
    if (workouts.some(isFuture)) throw new FileFailure('inFuture');
    read.push(...workouts.map((workout) => ({ path: name, workout })));
    for (const track of untimed) refuse(track || name, 'noTimes');
  };
  const readAll = ({ name, bytes: content }: NamedFile, depth: number) => {
    try {
      if (isZip(content) && depth < deepest)
        for (const file of unpackZip(content, unpacked)) readAll(file, depth + 1);
      else readOne(name, content);
    } catch (failure) {
      if (!(failure instanceof FileFailure)) throw failure;
      // The exports of services contain hundreds of files without workouts, so report them together.
      if (failure.reason === 'beside') hasOtherData = true;
      else refuse(name, failure.reason);
    }
  };
  readAll({ name: fileName, bytes }, 0);
  if (read.length > mostWorkouts) throw new FileFailure('tooLarge');
  const withoutFile = [...mergeListed(read, listed), ...mergeSummaries(read, summaries)];
  for (const workout of withoutFile.filter(isFuture)) refuse(workout.name ?? fileName, 'inFuture');
  const latest = withoutFile
    .filter((workout) => !isFuture(workout))
    .sort((one, other) => other.startedAt - one.startedAt);
  const room = mostWorkouts - read.length;
  if (latest.length > room) refuse(fileName, 'older');
  const workouts = [...read.map(({ workout }) => workout), ...latest.slice(0, room)];
  if (workouts.length === 0) throw new FileFailure(refused[0]?.reason ?? 'noActivity');
  if (hasOtherData) refuse(fileName, 'beside');
  return { workouts, refused };
}

/** Returns the workouts of one file, and the names of its tracks without times. */
function readRecording(bytes: Uint8Array): { workouts: FileWorkout[]; untimed: string[] } {
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
