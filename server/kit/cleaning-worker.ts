import { parentPort } from 'node:worker_threads';
import { loadCleaners, UnstableMarkup } from './markup-cleaners.ts';

/** What a thread hands back for the HTML that it is given: it cleaned, or nothing if cleaning comes to no end. */
export type CleaningOutcome = string | undefined;

const cleaners = loadCleaners();

async function outcomeOf(html: string): Promise<CleaningOutcome> {
  const clean = await cleaners;
  try {
    return clean.html(html);
  } catch (failure) {
    // A stack that overflows belongs to markup that is nested too deep.
    if (failure instanceof UnstableMarkup || failure instanceof RangeError) return undefined;
    throw failure;
  }
}

parentPort?.on('message', async (html: string) => parentPort?.postMessage(await outcomeOf(html)));
