import type { CleaningOutcome, CleaningTask } from './cleaning-worker.ts';
import { excessOf } from './markup-limits.ts';
import { violation } from './problem-error.ts';
import { ThreadLimit, ThreadPool } from './thread-pool.ts';

/**
 * Cleans what is inside the limits below in less than a second. One thread: it holds 80 MB, and the texts of a form are
 * cleaned one after another.
 */
const cleaning = new ThreadPool<CleaningTask, CleaningOutcome>(
  new URL('./cleaning-worker.ts', import.meta.url),
  { threads: 1, deadline: 30_000, memory: 256, waiting: 100 },
);

/** Tables of some hundred rows have fewer elements; no editor nests deeper. */
const most = { elements: 5000, depth: 50, attributes: 100 };

/**
 * HTML that organisers wrote, as it may be stored: texts, tables, links and pictures, and nothing active. Throws a
 * violation on `field` where it has too many elements, is nested too deep, or takes too long.
 */
export async function cleanHtml(html: string, field: string): Promise<string> {
  const excess = excessOf(html, 'html', most);
  if (excess) throw violation(field, `markup.${excess}`, { most: most[excess] });
  return clean({ kind: 'html', markup: html }, field);
}

/** The same of SVG, the inside of an svg element: a drawing and nothing else. Its caller has measured it. */
export const cleanSvg = (svg: string, field: string): Promise<string> =>
  clean({ kind: 'svg', markup: svg }, field);

async function clean(task: CleaningTask, field: string): Promise<string> {
  const { clean: cleaned } = await cleaning.run(task).catch((failure) => {
    if (failure instanceof ThreadLimit) return { clean: undefined };
    throw failure;
  });
  if (cleaned === undefined) throw violation(field, 'markup.tooComplex');
  return cleaned;
}
