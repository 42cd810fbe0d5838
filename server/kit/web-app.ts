import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentPolicy } from './content-policy.ts';

/**
 * Serves a built browser app: its files, and its page for every other address, so that the app's own
 * routes work when opened directly. The page learns the base path, the language, the nonce of its
 * styles and whether there is a session when it is sent: one build serves all of them.
 */
export async function serveWebApp(
  app: FastifyInstance,
  settings: {
    folder: string;
    basePath: string;
    languageOf(request: FastifyRequest): string;
    isSignedIn(request: FastifyRequest): boolean;
  },
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const page = await readFile(join(settings.folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: settings.folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    // Their names change with their content.
    setHeaders: (reply, path) =>
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ),
  });
  return async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(nonce) } });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        page
          .replace('<html lang="nl">', `<html lang="${settings.languageOf(request)}">`)
          .replace('<base href="/" />', `<base href="${settings.basePath}" />`)
          .replace('content="nonce"', `content="${nonce}"`)
          .replace('content="unknown"', `content="signed-${settings.isSignedIn(request) ? 'in' : 'out'}"`),
      );
  };
}
