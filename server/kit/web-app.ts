import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentPolicy } from './content-policy.ts';
import { notFound } from './problem-error.ts';

type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the files of a built browser app and returns what sends its page. The page learns the base path, the language, the nonce of its
 * styles and whether there is a session when it is sent: one build serves all of them.
 */
export async function serveWebApp(
  app: FastifyInstance,
  settings: {
    folder: string;
    basePath: string;
    languageOf(request: FastifyRequest): Promise<string>;
    isSignedIn(request: FastifyRequest): boolean;
    /** Where pictures may come from besides. */
    pictureOrigins(): Promise<string[]>;
  },
): Promise<SendPage> {
  const page = await readFile(join(settings.folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: settings.folder,
    index: false,
    wildcard: false,
    // Sent with what belongs to each request.
    globIgnore: ['index.html'],
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
    const language = await settings.languageOf(request);
    const directives = contentPolicy(nonce, await settings.pictureOrigins());
    await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        page
          .replace('<html lang="nl">', `<html lang="${language}">`)
          .replace('<base href="/" />', `<base href="${settings.basePath}" />`)
          .replace('content="nonce"', `content="${nonce}"`)
          .replace('content="unknown"', `content="signed-${settings.isSignedIn(request) ? 'in' : 'out'}"`),
      );
  };
}

/**
 * Sends the page for every address that a browser opens and no call answers: these are the app's own
 * routes. The base path without its slash leads to the one with it.
 */
export function serveAddressesOfPage(
  site: FastifyInstance,
  sendPage: SendPage,
  statusOf: (request: FastifyRequest) => Promise<number>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path, query] = request.url.split('?', 2);
    if (path === site.prefix && path !== '')
      return reply.redirect(query === undefined ? `${path}/` : `${path}/?${query}`, 308);
    if (request.headers.accept?.includes('text/html'))
      return sendPage(request, reply.code(await statusOf(request)));
    throw notFound();
  };
  for (const url of ['/', '/*']) site.get(url, { schema: { hide: true } } as object, answer);
}
