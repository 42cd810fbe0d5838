import type { CleaningOutcome } from './cleaning-worker.ts';
import { excessOf } from './markup-limits.ts';
import { violation } from './problem-error.ts';
import { ThreadLimit, ThreadPool } from './thread-pool.ts';

/**
 * Cleans what is inside the limits below in a second or two. One thread: it holds 80 MB, and the texts of a form are
 * cleaned one after another. What may be computed is for slow machines, and for markup that gets around the limits.
 */
const cleaning = new ThreadPool<string, CleaningOutcome>(new URL('./cleaning-worker.ts', import.meta.url), {
  threads: 1,
  computing: 30_000,
  memory: 256,
  waiting: 100,
});

/** Tables of some hundred rows have fewer elements; no editor nests deeper. */
const most = { elements: 5000, depth: 50, attributes: 100 };

/**
 * HTML that organisers wrote, as it may be stored: texts, tables, links and pictures, and nothing active. Throws a
 * violation on `field` where it has too many elements, is nested too deep, or takes too long.
 */
export async function cleanHtml(html: string, field: string): Promise<string> {
  const excess = excessOf(html, 'html', most);
  if (excess) throw violation(field, `markup.${excess}`, { most: most[excess] });
  const clean = await cleaning.run(html).catch((failure) => {
    if (failure instanceof ThreadLimit) return undefined;
    throw failure;
  });
  if (clean === undefined) throw violation(field, 'markup.tooComplex');
  return clean;
}
