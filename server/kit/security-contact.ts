import type { FastifyInstance } from 'fastify';
import type { Temporal } from 'temporal-polyfill';

/** The path that RFC 9116 prescribes. */
const path = '/.well-known/security.txt';

/** How long the file stays valid; RFC 9116 recommends less than a year. */
const validDays = 90;

/**
 * Serves security.txt, which says where to report vulnerabilities in this installation, at the root and below
 * the base path.
 */
export function serveSecurityContact(
  app: FastifyInstance,
  { basePath, contact, clock }: { basePath: string; contact: string; clock: () => Temporal.Instant },
): void {
  for (const url of new Set([path, basePath.slice(0, -1) + path]))
    app.get(url, { schema: { hide: true } as object }, async (_request, reply) => {
      const expires = clock()
        .add({ hours: validDays * 24 })
        .round('second');
      return reply
        .type('text/plain; charset=utf-8')
        .send(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en, fr, nl\n`);
    });
}
