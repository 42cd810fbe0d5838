import { parentPort } from 'node:worker_threads';
import { loadCleaners, UnstableMarkup } from './markup-cleaners.ts';

/** What a thread is given to clean. */
export interface CleaningTask {
  kind: 'html' | 'svg';
  markup: string;
}

/** What it hands back: clean markup, or none where cleaning comes to no end. */
export type CleaningOutcome = { clean: string } | { clean: undefined };

const cleaners = loadCleaners();

async function outcomeOf({ kind, markup }: CleaningTask): Promise<CleaningOutcome> {
  const clean = await cleaners;
  try {
    return { clean: clean[kind](markup) };
  } catch (failure) {
    // A stack that overflows belongs to markup that is nested too deep.
    if (failure instanceof UnstableMarkup || failure instanceof RangeError) return { clean: undefined };
    throw failure;
  }
}

parentPort?.on('message', async (task: CleaningTask) => parentPort?.postMessage(await outcomeOf(task)));
