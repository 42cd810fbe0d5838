import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simulatedIdentityProvider } from '../../demo/sign-in/identity-provider.ts';
import type { Claims } from '../../demo/sign-in/sign-in-people.ts';
import type { OpenIdProvider } from '../sign-in/identities/provider.ts';
import type { HttpBrowser } from './http-browser.ts';
import { type TestApp, testApp } from './test-app.ts';

/** The server and a real identity provider, each at its own address. */
export interface TestProvider {
  app: TestApp;
  /** The server's address, which ends with the base path. */
  address: string;
  provider: OpenIdProvider;
  /**
   * Signs in at the provider; stops before following the redirect to our server, and returns the redirect's address.
   */
  authorise(browser: HttpBrowser, subject: string, returnTo?: string): Promise<string>;
  /** Signs in at the provider and in the app; returns the final address. */
  signIn(browser: HttpBrowser, subject: string, returnTo?: string): Promise<URL>;
  close(): Promise<void>;
}

/** Starts the server and the identity provider; `people` are the people who can sign in, keyed by subject. */
export async function testProvider(
  people: Record<string, Partial<Claims>>,
  changes: Partial<OpenIdProvider> = {},
): Promise<TestProvider> {
  let handle: ReturnType<ReturnType<typeof simulatedIdentityProvider>['callback']> = async () => undefined;
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: OpenIdProvider = {
    key: 'work',
    label: { en: 'Work', nl: 'Werk', fr: 'Travail' },
    issuer,
    clientId: 'challenge',
    clientSecret: 'a secret of the client, with & and %',
    scope: 'openid email profile',
    mailDomains: ['company.example'],
    trustAddresses: false,
    trusted: false,
    ...changes,
  };
  const basePath = '/club/';
  const app = await testApp({ basePath, identityProviders: [provider] });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}${basePath}`;
  handle = simulatedIdentityProvider({
    issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    callback: `${address}gc/registration/identity/work/callback`,
    home: address,
    translate: (_language, _namespace, key) => key,
    people: {
      choices: Object.keys(people),
      newSubject: (choice) => choice,
      claimsOf: (subject) => people[subject],
    },
  }).callback();
  await app.database.db
    .insertInto('configs')
    .values({ key: 'registrationMethod', value: '"formAndProviders"' })
    .execute();

  const authorise = async (browser: HttpBrowser, subject: string, returnTo = '/club/') => {
    const start = `${address}gc/registration/identity/work/start?${new URLSearchParams({ returnTo })}`;
    const { at, response } = await browser.visit(start);
    if (!at.pathname.startsWith('/interaction/')) return at.href;
    if (response.status !== 200) throw new Error(`${at}: ${response.status} ${await response.text()}`);
    let answer = await browser.send(`${at.href}/${subject}`, { method: 'POST' });
    for (;;) {
      const next = answer.headers.get('location') ?? '';
      if (!next || next.startsWith(address)) return next;
      answer = await browser.send(next);
    }
  };
  return {
    app,
    address,
    provider,
    authorise,
    signIn: async (browser, subject, returnTo) =>
      (await browser.visit(await authorise(browser, subject, returnTo))).at,
    close: async () => {
      await app.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
