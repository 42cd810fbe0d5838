import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentPolicy } from './content-policy.ts';
import { escaped } from './letter.ts';
import { notFound } from './problem-error.ts';

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves the files of a built browser app and returns what sends its page. The page learns the base path, the language, the nonce of its
 * styles and whether there is a session when it is sent: one build serves all of them.
 */
export async function serveWebApp(
  app: FastifyInstance,
  settings: {
    folder: string;
    basePath: string;
    /** Where below the base path its files are, ending with a slash; at the base path itself where none is given. */
    below?: string;
    languageOf(request: FastifyRequest): Promise<string>;
    isSignedIn(request: FastifyRequest): boolean;
    /** What the platform is called. */
    nameOf(): Promise<string>;
    /** What is put into the page's own styles. */
    styleOf(): Promise<string>;
    /** Whether another page of ours may show this one in a frame. */
    isFramed(request: FastifyRequest): boolean;
    /** Where pictures may come from besides. */
    pictureOrigins(): Promise<string[]>;
  },
): Promise<SendPage> {
  const page = await readFile(join(settings.folder, 'index.html'), 'utf8');
  const { below = '' } = settings;
  await app.register(fastifyStatic, {
    root: settings.folder,
    prefix: `/${below}`,
    // Once for the whole server.
    decorateReply: below === '',
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
    const style = await settings.styleOf();
    const name = escaped(await settings.nameOf());
    const directives = contentPolicy(nonce, await settings.pictureOrigins(), settings.isFramed(request));
    await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        page
          .replace('<html lang="nl">', `<html lang="${language}">`)
          .replace('<base href="/" />', `<base href="${settings.basePath}${below}" />`)
          .replace('<title>Global Challenge<', () => `<title>${name}<`)
          .replace('content="Global Challenge"', () => `content="${name}"`)
          .replace('</head>', `${style && `<style nonce="${nonce}">${style}</style>`}</head>`)
          .replace('content="nonce"', `content="${nonce}"`)
          .replace('content="unknown"', `content="signed-${settings.isSignedIn(request) ? 'in' : 'out'}"`),
      );
  };
}

/**
 * Sends a page for every address that a browser opens and no call answers: these are the apps' own
 * routes. The base path without its slash leads to the one with it.
 */
export function serveAddressesOfPage(
  site: FastifyInstance,
  pageOf: (request: FastifyRequest) => Promise<{ send: SendPage; status: number }>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path, query] = request.url.split('?', 2);
    if (path === site.prefix && path !== '')
      return reply.redirect(query === undefined ? `${path}/` : `${path}/?${query}`, 308);
    if (!request.headers.accept?.includes('text/html')) throw notFound();
    const { send, status } = await pageOf(request);
    return send(request, reply.code(status));
  };
  for (const url of ['/', '/*']) site.get(url, { schema: { hide: true } } as object, answer);
}
