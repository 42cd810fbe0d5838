import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { languages } from '../../contract/kit/fields.ts';
import type { Translate } from '../../server/kit/problems.ts';
import type { OpenIdProvider } from '../../server/sign-in/identities/provider.ts';
import { simulatedIdentityProvider } from './identity-provider.ts';

/** The path of the simulated identity provider, below the base path. */
const path = 'demo-identity-provider';
const key = 'demo';

/** The simulated identity provider of a demo: its settings, and the server beside the app. */
export interface DemoSignIn {
  provider: OpenIdProvider;
  serve(app: FastifyInstance): Promise<void>;
}

/**
 * Starts the simulated identity provider of a demo at a path below the app's public address. The process itself calls
 * the provider at the address on which it listens, so that a proxy in front of the process does not matter.
 */
export function openDemoSignIn(settings: {
  publicUrl: string;
  basePath: string;
  translate: Translate;
}): DemoSignIn {
  const { publicUrl, basePath, translate } = settings;
  let server: Server | undefined;
  const { origin, host, protocol } = new URL(publicUrl);
  const issuer = `${origin}${basePath}${path}`;
  const client = { clientId: 'global-challenge', clientSecret: randomBytes(32).toString('hex') };
  const callback = `${origin}${basePath}gc/registration/identity/${key}/callback`;
  const provider: OpenIdProvider = {
    key,
    label: Object.fromEntries(
      languages.map((language) => [language, translate(language, 'identities', 'sandbox.label')]),
    ),
    issuer,
    ...client,
    scope: 'openid email profile',
    mailDomains: ['example.com'],
    trustAddresses: false,
    trusted: false,
    fetch: (url, options) => {
      const { pathname, search } = new URL(url);
      if (!server) throw new Error('the simulator is not running yet');
      const { address, family, port } = server.address() as AddressInfo;
      const listensAt = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
      return fetch(`${listensAt}${pathname}${search}`, options as RequestInit);
    },
  };
  const handle = simulatedIdentityProvider({
    issuer,
    ...client,
    callback,
    home: basePath,
    translate,
  }).callback();
  return {
    provider,
    serve: async (app) => {
      server = app.server;
      await app.register(async (part) => {
        // The provider parses its requests itself, so Fastify must not.
        part.removeAllContentTypeParsers();
        part.addContentTypeParser('*', (_request, _payload, done) => done(null));
        part.all(`${basePath}${path}/*`, { schema: { hide: true } } as object, (request, reply) => {
          reply.hijack();
          for (const [name, value] of Object.entries(reply.getHeaders()))
            if (value !== undefined) reply.raw.setHeader(name, value);
          const { raw } = request;
          Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(basePath.length + path.length) });
          Object.assign(raw.headers, {
            'x-forwarded-host': host,
            'x-forwarded-proto': protocol.replace(':', ''),
          });
          void handle(raw, reply.raw);
        });
      });
    },
  };
}
