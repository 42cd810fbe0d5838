import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { largestFile } from '../../../../contract/workout-files.ts';
import { FileFailure } from './file-failure.ts';

/** Limits: a year of daily exports per archive, and the unpacked size of all its files. */
const most = { files: 500, bytes: 60 * 1024 * 1024 };

/** A file with its name and content. */
export interface NamedFile {
  name: string;
  bytes: Uint8Array;
}

const beginsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte);

/** Whether bytes are a zip archive, even an empty one. */
export const isZip = (bytes: Uint8Array) =>
  beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || beginsWith(bytes, 0x50, 0x4b, 0x05, 0x06);
export const isGzip = (bytes: Uint8Array) => beginsWith(bytes, 0x1f, 0x8b);

/** Whether a name is a folder, a hidden file, or one of the photos and lists in services' exports. */
const isBeside = (name: string) =>
  /(^|\/)[._]|\/$/.test(name) || /\.(?!fit$|gpx$|tcx$|xml$)[^./]*$/i.test(name.replace(/\.gz$/i, ''));

/** Unpacks a gzip file. Throws a FileFailure, also if the content is too large. */
export function unpackGzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: largestFile });
  } catch (failure) {
    const isTooLarge = (failure as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new FileFailure(isTooLarge ? 'tooLarge' : 'broken');
  }
}

/**
 * The files of a zip archive that may be workouts. Unpacks no more of each than the archive's directory says, and
 * checks the directory first. Throws a FileFailure.
 */
export function unpackZip(bytes: Uint8Array): NamedFile[] {
  let files = 0;
  let total = 0;
  try {
    const unpacked = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        files += 1;
        if (files > most.files) throw new FileFailure('tooLarge');
        if (isBeside(name)) return false;
        total += originalSize;
        if (originalSize > largestFile || total > most.bytes) throw new FileFailure('tooLarge');
        return true;
      },
    });
    return Object.entries(unpacked).map(([name, unpackedBytes]) => ({ name, bytes: unpackedBytes }));
  } catch (failure) {
    throw failure instanceof FileFailure ? failure : new FileFailure('broken');
  }
}
