import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { largestFile } from '../../../../contract/workout-files.ts';
import { FileFailure } from './file-failure.ts';
import { isActivitySummary } from './garmin-export.ts';
import { isActivityTable } from './strava-export.ts';

/**
 * The maximum number of files in an archive, enough for more than a year of daily exports, and their maximum total size
 * when unpacked.
 */
const most = { files: 500, bytes: 60 * 1024 * 1024 };

/** The number and total size of the files unpacked so far, from an archive and the archives in it. */
export interface Unpacked {
  files: number;
  bytes: number;
}

export interface NamedFile {
  name: string;
  bytes: Uint8Array;
}

const beginsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** Returns whether the bytes are a zip archive. An empty archive has a different signature. */
export const isZip = (bytes: Uint8Array) =>
  beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || beginsWith(bytes, 0x50, 0x4b, 0x05, 0x06);
export const isGzip = (bytes: Uint8Array) => beginsWith(bytes, 0x1f, 0x8b);

/**
 * Returns whether a path is a folder, a hidden file, or some other file that cannot contain workouts, for example a
 * photo.
 */
const cannotBeWorkout = (name: string) =>
  /(^|\/)[._]|\/$/.test(name) ||
  (!isActivityTable(name) &&
    !isActivitySummary(name) &&
    /\.(?!fit$|gpx$|tcx$|xml$|zip$)[^./]*$/i.test(name.replace(/\.gz$/i, '')));

/** Unpacks a gzip file. Throws a FileFailure if the file is broken or its content is too large. */
export function unpackGzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: largestFile });
  } catch (failure) {
    const isTooLarge = (failure as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new FileFailure(isTooLarge ? 'tooLarge' : 'broken');
  }
}

/**
 * Unpacks the files of a zip archive that may be workouts or archives, and adds them to `unpacked`. Checks
 * the sizes in the archive's directory first, and never unpacks more of a file than the directory says.
 * Throws a FileFailure if the archive is broken or too large.
 */
export function unpackZip(bytes: Uint8Array, unpacked: Unpacked): NamedFile[] {
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (cannotBeWorkout(name)) return false;
        unpacked.files += 1;
        if (unpacked.files > most.files) throw new FileFailure('tooLarge');
        unpacked.bytes += originalSize;
        if (originalSize > largestFile || unpacked.bytes > most.bytes) throw new FileFailure('tooLarge');
        return true;
      },
    });
    return Object.entries(files).map(([name, content]) => ({ name, bytes: content }));
  } catch (failure) {
    throw failure instanceof FileFailure ? failure : new FileFailure('broken');
  }
}
