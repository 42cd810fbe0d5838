import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { compressedFiles } from './web-app.ts';

/**
 * Serves the documentation site at `/docs`. Its pages are public, are the same for everybody, and link to each other
 * and to their files by relative addresses, so one build works under any base path.
 */
export async function serveDocs(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (docs) => {
    // The router ignores trailing slashes, but relative addresses depend on them.
    docs.addHook('onRequest', async ({ url }, reply) => {
      const [path = '', query] = url.split('?', 2);
      const isFile = /\.\w+\/?$/.test(path);
      if (isFile !== path.endsWith('/')) return;
      const right = isFile ? path.slice(0, -1) : `${path}/`;
      return reply.redirect(query === undefined ? right : `${right}?${query}`, 308);
    });
    await docs.register(fastifyStatic, {
      root: folder,
      prefix: '/docs/',
      decorateReply: false,
      wildcard: false,
      globIgnore: [compressedFiles],
      preCompressed: true,
      // Assets can be cached forever, because their names change with their content.
      setHeaders: (reply, path) =>
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    });
  });
}
