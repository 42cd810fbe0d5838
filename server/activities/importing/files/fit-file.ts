import { Decoder, Profile, Stream } from '@garmin/fitsdk';
import { FileFailure } from './file-failure.ts';
import type { FileWorkout } from './file-workout.ts';
import { type FitMessage, FitRecording } from './fit-recording.ts';

/** A recording with a point per second for eleven days; each message takes about 300 bytes while it is read. */
const mostMessages = 1_000_000;

/** Apps define a few fields of their own; for each value the decoder searches all definitions. */
const mostDescriptions = 500;

/** Whether bytes begin like a FIT file: the length of its header, and its signature. */
export const isFit = (bytes: Uint8Array) =>
  bytes.length > 12 && new TextDecoder('latin1').decode(bytes.subarray(8, 12)) === '.FIT';

/**
 * Reads FIT: every session of an activity is a workout, so a triathlon is three. Several chained files are read one
 * after another. Throws a FileFailure if bytes are missing or wrong, or if there is no workout.
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
      // Empty field definitions: a message of one byte could have 500 of them.
      if ([...fieldDefinitions, ...developerFieldDefinitions].some(({ size }) => size === 0)) fail('broken');
    },
    mesgListener: (number, read) => {
      messages += 1;
      if (number === Profile.MesgNum.FIELD_DESCRIPTION) descriptions += 1;
      if (messages > mostMessages || descriptions > mostDescriptions) fail('tooLarge');
      const message = read as FitMessage;
      if (number === Profile.MesgNum.FILE_ID) recordings.push(new FitRecording(message));
      else recordings.at(-1)?.take(number, message);
      // The decoder keeps all messages until the end; without their content, that needs little memory.
      for (const field in message) message[field] = undefined;
    },
  });
  if (errors.length > 0) throw failure ?? new FileFailure('broken');
  const workouts = recordings.flatMap((recording) => recording.workouts());
  if (workouts.length > 0) return workouts;
  throw new FileFailure(recordings.some(({ isUntimed }) => isUntimed) ? 'noTimes' : 'noActivity');
}
