import { Decoder, Profile, Stream } from '@garmin/fitsdk';
import { FileFailure } from './file-failure.ts';
import type { FileWorkout } from './file-workout.ts';
import { type FitMessage, FitRecording } from './fit-recording.ts';

/**
 * The maximum number of messages, enough for a recording of eleven days with one point per second. Each message takes
 * about 300 bytes while the file is read.
 */
const mostMessages = 1_000_000;

/**
 * The maximum number of custom fields. Apps define only a few. More definitions would slow down the decoder, which
 * searches all of them for each value.
 */
const mostDescriptions = 500;

/** Returns whether the bytes start with a FIT header. */
export const isFit = (bytes: Uint8Array) =>
  bytes.length > 12 && new TextDecoder('latin1').decode(bytes.subarray(8, 12)) === '.FIT';

/**
 * Reads a FIT file, which may consist of several chained files. Every session of an activity is a workout, so
 * a triathlon has three. If the end of the file is missing, because the watch's battery ran out or copying
 * was interrupted, returns the part that exists. Throws a FileFailure if the file is damaged or has no
 * workout; the reason is `beside` if the file contains something else, for example sleep data.
 */
export function readFit(bytes: Uint8Array): FileWorkout[] {
  const recordings: FitRecording[] = [];
  let failure: FileFailure | undefined;
  let messages = 0;
  let descriptions = 0;
  const fail = (reason: 'broken' | 'tooLarge') => {
    failure ??= new FileFailure(reason);
    throw failure;
  };
  const { errors } = new Decoder(Stream.fromBuffer(bytes)).read({
    expandComponents: false,
    mergeHeartRates: false,
    mesgDefinitionListener: ({ fieldDefinitions, developerFieldDefinitions }) => {
      // Reject fields of size 0, because otherwise a one-byte message could have 500 fields.
      if ([...fieldDefinitions, ...developerFieldDefinitions].some(({ size }) => size === 0)) fail('broken');
    },
    mesgListener: (number, read) => {
      messages += 1;
      if (number === Profile.MesgNum.FIELD_DESCRIPTION) descriptions += 1;
      if (messages > mostMessages || descriptions > mostDescriptions) fail('tooLarge');
      const message = read as FitMessage;
      if (number === Profile.MesgNum.FILE_ID) recordings.push(new FitRecording(message));
      else recordings.at(-1)?.take(number, message);
      // The decoder keeps all messages until the end. Clear their fields to save memory.
      for (const field in message) message[field] = undefined;
    },
  });
  const isCutOff = errors.length > 0 && !failure && hasNoEnd(bytes);
  if (errors.length > 0 && !isCutOff) throw failure ?? new FileFailure('broken');
  const read = recordings.flatMap((recording) => recording.workouts());
  if (isCutOff && read.length === 0) throw new FileFailure('broken');
  const workouts = read.map((workout) => ({ ...workout, isCutOff }));
  if (workouts.length > 0) return workouts;
  if (recordings.every(({ isActivity }) => !isActivity)) throw new FileFailure('beside');
  throw new FileFailure(recordings.some(({ isUntimed }) => isUntimed) ? 'noTimes' : 'noActivity');
}

/** Returns whether the last of the chained files is shorter than its header says. */
function hasNoEnd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = 0;
  while (start + 12 < bytes.length) {
    // The header contains its own size and that of the data; a checksum of two bytes follows the data.
    const size = view.getUint8(start) + view.getUint32(start + 4, true) + 2;
    if (start + size > bytes.length) return true;
    start += size;
  }
  return false;
}
