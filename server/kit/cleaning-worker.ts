import { parentPort } from 'node:worker_threads';
import { loadCleaners, UnstableMarkup } from './markup-cleaners.ts';

/** The message that the thread returns: the sanitised markup, or undefined if the markup cannot be sanitised. */
export type CleaningOutcome = string | undefined;

const cleaners = loadCleaners();

async function outcomeOf(html: string): Promise<CleaningOutcome> {
  const clean = await cleaners;
  try {
    return clean.html(html);
  } catch (failure) {
    // Markup that is nested too deeply causes a stack overflow, which is a RangeError.
    if (failure instanceof UnstableMarkup || failure instanceof RangeError) return undefined;
    throw failure;
  }
}

parentPort?.on('message', async (html: string) => parentPort?.postMessage(await outcomeOf(html)));
