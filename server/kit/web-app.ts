import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../contract/kit/fields.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { escaped } from './mail-template.ts';
import { type AppHeader, type ScreenHeading, type SignInTexts, separated } from './page-frames.ts';
import { cardTags, type PageCard } from './page-head.ts';
import { notFound } from './problem-error.ts';
import { scriptStarter, withScriptsAfterPaint } from './scripts-after-paint.ts';
import { setPagePolicy } from './security-headers.ts';

/** Sends a page, with cached values if the database is unavailable. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  isFromMemory?: boolean,
) => Promise<FastifyReply>;

/**
 * A built browser app: the folder with its files, and the path below the base path at which the files are served (ends
 * with a slash).
 */
export interface BuiltApp {
  folder: string;
  below: string;
}

/** The compressed copies of files, which are served at the addresses of the files and need no routes of their own. */
export const compressedFiles = '**/*.br';

/** Serves the files of a built browser app. The files are public and need no database. */
export async function serveFiles(app: FastifyInstance, { folder, below }: BuiltApp): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: `/${below}`,
    decorateReply: false,
    index: false,
    wildcard: false,
    // `openPage` sends this file, filled in with the values for each request.
    globIgnore: ['index.html', compressedFiles],
    preCompressed: true,
    // The name of a build file changes with its content.
    setHeaders: (reply, path) =>
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ),
  });
}

/** The values that a page is rendered with. */
export interface PageSettings {
  basePath: string;
  /** Returns the language of the page, and another language to offer to the visitor. */
  languageOf(request: FastifyRequest): Promise<{ shown: Language; offered: Language | undefined }>;
  isSignedIn(request: FastifyRequest): boolean;
  /** Returns a function that guesses the language from a request alone, for pages that are sent from memory. */
  likelyLanguages(): Promise<(request: FastifyRequest) => Language>;
  isLikelySignedIn(request: FastifyRequest): boolean;
  /** Returns the platform's name. */
  nameOf(): Promise<string>;
  /** Returns the theme colours for the browser's toolbar. */
  coloursOf(): Promise<PageCard['colours']>;
  /** Returns the rest of the page's metadata, in this language. */
  cardOf(request: FastifyRequest, language: Language): Omit<PageCard, 'name' | 'colours'>;
  /** Returns the text that the page shows if scripts are disabled. */
  noScriptOf(language: Language): string;
  /** Returns the texts for the frame of the sign-in page, or undefined at addresses whose page is sent without it. */
  signInOf(request: FastifyRequest, language: Language): SignInTexts | undefined;
  /** Returns what screen readers say while the first screen of signed-in people loads. */
  waitingOf(language: Language): string;
  /** Returns what the header of the participants' app looks like. */
  headerOf(): Promise<AppHeader>;
  /** Returns which frame to send to signed-in people, or undefined at addresses whose page is sent without it. */
  frameOf(request: FastifyRequest): 'dashboard' | 'other screen' | undefined;
  /** Returns the heading of the screen at an address, or undefined if only the app knows it. */
  headingOf(request: FastifyRequest, language: Language): Promise<ScreenHeading | undefined>;
  /** Returns the content of the page's inline style. */
  styleOf(): Promise<string>;
  /** Returns whether another page of ours may frame this one. */
  isFramed(request: FastifyRequest): boolean;
  /** Returns the origins of other servers that may serve pictures. */
  pictureOrigins(): Promise<string[]>;
}

/**
 * Returns a function that sends the page of a built browser app. The base path, the language, the nonce for styles,
 * whether there is a session, and the frame are inserted per request, so one build serves all installations.
 */
export async function openPage({ folder, below }: BuiltApp, settings: PageSettings): Promise<SendPage> {
  const { page, frames } = separated(await readFile(join(folder, 'index.html'), 'utf8'));
  const pageWithFrame = withScriptsAfterPaint(page);
  const read = async () => {
    const [style, name, colours, header, origins, likelyLanguageOf] = await Promise.all([
      settings.styleOf(),
      settings.nameOf(),
      settings.coloursOf(),
      settings.headerOf(),
      settings.pictureOrigins(),
      settings.likelyLanguages(),
    ]);
    return { style, name, colours, header, origins, likelyLanguageOf };
  };
  // Even the first page can be sent from memory, because the database may be slow right after a start.
  let last = await read();
  return async (request, reply, isFromMemory = false) => {
    const nonce = randomBytes(16).toString('base64');
    if (!isFromMemory) last = await read();
    const { shown: language, offered = '' } = isFromMemory
      ? { shown: last.likelyLanguageOf(request) }
      : await settings.languageOf(request);
    const isSignedIn = isFromMemory ? settings.isLikelySignedIn(request) : settings.isSignedIn(request);
    const { style, origins, colours } = last;
    const name = escaped(last.name);
    const tags = cardTags({ name: last.name, colours, ...settings.cardOf(request, language) });
    const noScript = `<noscript><p>${escaped(settings.noScriptOf(language))}</p></noscript>`;
    const signIn = isSignedIn ? undefined : settings.signInOf(request, language);
    const screen = isSignedIn ? settings.frameOf(request) : undefined;
    const heading =
      screen === 'other screen' && !isFromMemory ? await settings.headingOf(request, language) : undefined;
    let frame = '';
    if (signIn) frame = frames.signIn(signIn);
    else if (screen)
      frame = frames.signedIn(
        last.header,
        { name: last.name, waiting: settings.waitingOf(language), heading },
        screen === 'dashboard',
      );
    setPagePolicy(reply, {
      styleNonce: nonce,
      inlineScript: frame ? scriptStarter : undefined,
      pictureOrigins: origins,
      isFramed: settings.isFramed(request),
    });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        (frame ? pageWithFrame : page)
          .replace('<html lang="nl">', `<html lang="${language}">`)
          .replace('<base href="/" />', `<base href="${settings.basePath}${below}" />`)
          .replace('<title>Global Challenge<', () => `<title>${name}<`)
          .replace('content="Global Challenge"', () => `content="${name}"`)
          .replace('</head>', () => `${tags}${style && `<style nonce="${nonce}">${style}</style>`}</head>`)
          .replace('<div id="root"></div>', () => `${noScript}<div id="root">${frame}</div>`)
          .replaceAll('="nonce"', `="${nonce}"`)
          .replace('content="no other language"', `content="${offered}"`)
          .replace('content="unknown"', `content="signed-${isSignedIn ? 'in' : 'out'}"`),
      );
  };
}

/**
 * Sends the page for every address that is not an API call or a file: such addresses are routes of the browser apps.
 * Redirects the base path without its final slash to the address with the slash.
 */
export function serveAddressesOfPage(
  site: FastifyInstance,
  pageOf: (request: FastifyRequest) => Promise<{ send: SendPage; status: number }>,
  /** Guesses which app's page to send, from the request alone. */
  likelyPageOf: (request: FastifyRequest) => SendPage,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = request.url.split('?', 2);
    if (path === site.prefix && path !== '')
      return reply.redirect(query === undefined ? `${path}/` : `${path}/?${query}`, 308);
    if (!isPage(site.prefix, request)) throw notFound();
    const { send, status } = await pageOf(request);
    return send(request, reply.code(status));
  };
  const options = {
    schema: { hide: true },
    config: { isPage: true },
    errorHandler: async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      if (!isUnavailable(error) || !isPage(site.prefix, request)) throw error;
      return likelyPageOf(request)(request, reply.code(200), true);
    },
  };
  for (const url of ['/', '/*']) site.get(url, options as object, answer);
}

/** The paths of API calls and build files. An unknown address below them is not a page. */
const notPages =
  /^\/(?:platform|translations|gc|faq\/api|assets|dashboard\/assets|docs\/assets)(?:\/|$)|^\/global-challenge-|\/\.well-known\//;

/** The file extension at the end of an address. */
const fileEnding = /\.\w{1,12}$/;

/**
 * Returns whether a request is for a page. Browsers ask for HTML. Link previews, monitors and scripts accept any type;
 * they get no page if the address has a file extension.
 */
function isPage(prefix: string, { url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const [path = ''] = url.slice(prefix.length).split('?', 1);
  if (notPages.test(path)) return false;
  return accept.includes('text/html') || (accept.includes('*/*') && !fileEnding.test(path));
}
