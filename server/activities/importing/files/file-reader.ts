import { Worker } from 'node:worker_threads';
import type { Temporal } from 'temporal-polyfill';
import type { SentFile } from '../../../../contract/kit/operation.ts';
import { limitComputing } from '../../../kit/cpu-time-limit.ts';
import { FileFailure } from './file-failure.ts';
import type { ReadingOutcome, ReadingTask } from './reading-worker.ts';
import type { FileReading } from './workout-file.ts';

/**
 * The maximum CPU time and memory for reading a file, in milliseconds and megabytes. Reading the largest allowed
 * archive takes less than seven seconds. The memory limit is twice what the largest useful file needs.
 */
const limits = { computing: 20_000, memory: 256 };

/**
 * Reads a workout file in its own thread, so that a malicious file cannot affect the server. Throws a
 * FileFailure if the file cannot be used. If reading takes too much time or memory, the reason is `tooLarge`.
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
