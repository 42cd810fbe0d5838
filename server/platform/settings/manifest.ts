import type { FastifyInstance } from 'fastify';
import { type Language, languages } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Translate } from '../../kit/problems.ts';
import { barColours } from './bar-colours.ts';
import { startLanguage } from './config.ts';
import { platformName } from './platform-name.ts';

/**
 * Returns the manifest's path below the base path. The path contains the language, because browsers request manifests
 * without cookies.
 */
export const manifestPath = (language: Language) => `manifest.webmanifest?locale=${language}`;

/** Serves the manifest with which people can add the app to a phone's home screen. */
export function serveManifest(site: FastifyInstance, db: Db, translate: Translate): void {
  const hidden = { schema: { hide: true } } as object;
  site.get<{ Querystring: { locale?: string } }>(
    '/manifest.webmanifest',
    hidden,
    async ({ query }, reply) => {
      const asked = languages.find((one) => one === query.locale);
      const [name, colours, language] = await Promise.all([
        platformName(db),
        barColours(db),
        startLanguage(db, asked),
      ]);
      const start = `${site.prefix}/`;
      const icon = (file: string, sizes: string, purpose: 'any' | 'maskable' = 'any') => ({
        src: `${start}${file}`,
        sizes,
        type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
        purpose,
      });
      return reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send({
          id: start,
          name,
          short_name: name,
          description: translate(language, 'layout', 'page.description'),
          lang: language,
          start_url: start,
          scope: start,
          display: 'standalone',
          theme_color: colours.light,
          background_color: '#f5efe0',
          icons: [
            icon('favicon.svg', 'any'),
            icon('icon-192.png', '192x192'),
            icon('icon-512.png', '512x512'),
            icon('icon-maskable.png', '512x512', 'maskable'),
          ],
        });
    },
  );
}
