import { Worker } from 'node:worker_threads';
import type { Temporal } from 'temporal-polyfill';
import type { SentFile } from '../../../../contract/kit/operation.ts';
import { limitComputing } from '../../../kit/cpu-time-limit.ts';
import { FileFailure } from './file-failure.ts';
import type { ReadingOutcome, ReadingTask } from './reading-worker.ts';
import type { FileReading } from './workout-file.ts';

/**
 * The limits for reading a file, in milliseconds and in megabytes. The largest allowed archive takes less than seven
 * seconds. The memory is twice that of the largest useful file.
 */
const limits = { computing: 20_000, memory: 256 };

/**
 * Reads a workout file in its own thread, which ends afterwards: a malicious file does not affect the server. Throws a
 * FileFailure, with `tooLarge` also if reading takes too long or too much memory.
 */
export function readInThread(
  file: SentFile,
  now: Temporal.Instant,
  { computing, memory } = limits,
): Promise<FileReading> {
  const task: ReadingTask = { bytes: file.bytes, fileName: file.name, now: now.epochMilliseconds };
  const thread = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
  });
  return new Promise<FileReading>((resolve, reject) => {
    const endWatch = limitComputing(thread, computing, () => reject(new FileFailure('tooLarge')));
    thread.on('message', (outcome: ReadingOutcome) => {
      if ('reading' in outcome) resolve(outcome.reading);
      else reject(new FileFailure(outcome.reason));
    });
    thread.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new FileFailure('tooLarge') : error),
    );
    thread.on('exit', () => {
      endWatch();
      reject(new Error('the reading thread ended without a result'));
    });
  }).finally(() => thread.terminate());
}
