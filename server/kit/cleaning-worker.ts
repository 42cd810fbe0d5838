import { parentPort } from 'node:worker_threads';
import { loadCleaners, UnstableMarkup } from './markup-cleaners.ts';

/** The answer of a thread: the cleaned HTML, or undefined if cleaning does not terminate. */
export type CleaningOutcome = string | undefined;

const cleaners = loadCleaners();

async function outcomeOf(html: string): Promise<CleaningOutcome> {
  const clean = await cleaners;
  try {
    return clean.html(html);
  } catch (failure) {
    // Markup that is nested too deeply overflows the stack.
    if (failure instanceof UnstableMarkup || failure instanceof RangeError) return undefined;
    throw failure;
  }
}

parentPort?.on('message', async (html: string) => parentPort?.postMessage(await outcomeOf(html)));
