import type { CleaningOutcome } from './cleaning-worker.ts';
import { excessOf } from './markup-limits.ts';
import { violation } from './problem-error.ts';
import { ThreadLimit, ThreadPool } from './thread-pool.ts';

/**
 * The thread that sanitises markup. Markup within the limits below takes a second or two. One thread, which
 * uses 80 MB, is enough, because a form's texts are sanitised one after another. The CPU limit allows for
 * slow machines, and stops markup that evades the limits.
 */
const cleaning = new ThreadPool<string, CleaningOutcome>(new URL('./cleaning-worker.ts', import.meta.url), {
  threads: 1,
  computing: 30_000,
  memory: 256,
  waiting: 100,
});

/** The limits for HTML. A table of a few hundred rows has fewer elements, and no editor nests elements more deeply. */
const most = { elements: 5000, depth: 50, attributes: 100 };

/**
 * Sanitises organisers' HTML for storage: keeps texts, tables, links and pictures, and removes everything active.
 * Throws a violation on `field` if the HTML has too many elements, is nested too deeply, or takes too long to sanitise.
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
