import { parentPort, workerData } from 'node:worker_threads';
import { FileFailure, type FileReason } from './file-failure.ts';
import { type FileReading, readWorkoutFile } from './workout-file.ts';

/** The input of a reading thread. `now` is in milliseconds since 1970. */
export interface ReadingTask {
  bytes: Uint8Array;
  fileName: string;
  now: number;
}

/** The output of a reading thread. */
export type ReadingOutcome = { reading: FileReading } | { reason: FileReason };

function outcomeOf({ bytes, fileName, now }: ReadingTask): ReadingOutcome {
  try {
    return { reading: readWorkoutFile(bytes, fileName, now) };
  } catch (failure) {
    if (failure instanceof FileFailure) return { reason: failure.reason };
    throw failure;
  }
}

parentPort?.postMessage(outcomeOf(workerData));
