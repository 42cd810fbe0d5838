import { ThreadPool } from '../../kit/thread-pool.ts';
import type { PackDocument } from './pack.ts';

/**
 * Drawing takes a few seconds on a slow machine, so it runs in a thread. Organisers rarely need the file, so
 * one thread is enough.
 */
const drawing = new ThreadPool<PackDocument, Uint8Array>(new URL('./pdf-worker.ts', import.meta.url), {
  threads: 1,
  computing: 20_000,
  memory: 256,
  waiting: 10,
});

/** Draws the pack as a PDF. */
export const packPdf = async (pack: PackDocument): Promise<Buffer> => Buffer.from(await drawing.run(pack));
