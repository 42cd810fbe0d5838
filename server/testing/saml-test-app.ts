import type { AddressInfo } from 'node:net';
import type { SamlSettings } from '../sign-in/identities/saml/saml-settings.ts';
import type { HttpBrowser } from './http-browser.ts';
import {
  type SamlForm,
  type SamlIdentityProvider,
  type SamlPeople,
  startSamlProvider,
} from './saml-identity-provider.ts';
import type { ResponseValues } from './saml-responses.ts';
import { type TestApp, testApp } from './test-app.ts';

/** The server and a SAML identity provider, each at its own address. */
export interface SamlTestApp {
  app: TestApp;
  provider: SamlIdentityProvider;
  /** The server's address, which ends with the base path. */
  address: string;
  /** Starts a sign-in; returns the provider's URL with the authentication request. */
  start(browser: HttpBrowser, returnTo?: string): Promise<string>;
  /** Posts a form to the server as the provider's page does; returns the final address. */
  deliver(browser: HttpBrowser, form: SamlForm): Promise<URL>;
  /** Signs in at the provider and in the app; returns the final address. */
  signIn(browser: HttpBrowser, subject: string, changes?: Partial<ResponseValues>): Promise<URL>;
  close(): Promise<void>;
}

/** Starts the server and the identity provider; `people` are the people who can sign in, keyed by subject. */
export async function samlTestApp(
  people: SamlPeople,
  changes: Partial<SamlSettings> = {},
): Promise<SamlTestApp> {
  const provider = await startSamlProvider(people, changes);
  const app = await testApp({ basePath: '/club/', identityProviders: [provider.settings] });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/club/`;
  provider.register(await (await fetch(`${address}gc/registration/identity/saml/metadata`)).text());
  await app.database.db
    .insertInto('configs')
    .values({ key: 'registrationMethod', value: '"formAndProviders"' })
    .execute();

  const start = async (browser: HttpBrowser, returnTo = '/club/') => {
    const url = `${address}gc/registration/identity/saml/start?${new URLSearchParams({ returnTo })}`;
    return (await browser.send(url)).headers.get('location') ?? '';
  };
  const deliver = async (browser: HttpBrowser, { action, ...fields }: SamlForm) => {
    // Browsers send no cookies with this request, because it comes from another site's page.
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://identity.example', cookie: '' };
    return (await browser.visit(action, { method: 'POST', headers, body: new URLSearchParams(fields) })).at;
  };
  return {
    app,
    provider,
    address,
    start,
    deliver,
    signIn: async (browser, subject, values) =>
      deliver(browser, await provider.answer(await start(browser), subject, values)),
    close: async () => {
      await app.close();
      await provider.close();
    },
  };
}
