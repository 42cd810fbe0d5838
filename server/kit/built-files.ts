import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { notFound } from './problem-error.ts';

/** The folder of a build whose file names change with their content, so that browsers can keep the files for ever. */
const assets = 'assets';

/**
 * Serves the files of a build below a path that ends with a slash. Except for assets, each file has its own route, so
 * all other addresses below the path stay free for pages. `ignored` are the files that are not served.
 */
export async function serveBuiltFiles(
  app: FastifyInstance,
  build: { folder: string; below: string; ignored?: string[]; cacheControl: string },
): Promise<void> {
  const { folder, below, ignored = [], cacheControl } = build;
  await app.register(async (site) => {
    // The library refuses paths that leave the folder with 403; like all other unknown addresses, they get 404.
    site.setErrorHandler((error: FastifyError) => {
      throw error.code === 'FST_STATIC_FORBIDDEN_PATH' ? notFound() : error;
    });
    await site.register(fastifyStatic, {
      root: join(folder, assets),
      prefix: `/${below}${assets}/`,
      decorateReply: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
  });
  await app.register(fastifyStatic, {
    root: folder,
    prefix: `/${below}`,
    decorateReply: false,
    wildcard: false,
    // Compressed copies are served at the addresses of the files.
    globIgnore: [`${assets}/**`, '**/*.br', ...ignored],
    preCompressed: true,
    setHeaders: (reply) => reply.header('cache-control', cacheControl),
  });
}
