import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpBrowser, httpBrowser } from '../../../testing/http-browser.ts';
import {
  type SamlForm,
  type SamlIdentityProvider,
  startSamlProvider,
} from '../../../testing/saml-identity-provider.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const people = {
  colleague: { email: 'Ann.Peeters@company.example', givenName: 'Ann', surname: 'Peeters' },
};

let provider: SamlIdentityProvider;
let app: TestApp;
let address: string;

beforeAll(async () => {
  provider = await startSamlProvider(people);
  app = await testApp({ basePath: '/club/', identityProviders: [provider.settings] });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/club/`;
  provider.register(await (await fetch(`${address}gc/registration/identity/saml/metadata`)).text());
  await app.database.db
    .insertInto('configs')
    .values({ key: 'registrationMethod', value: '"formAndProviders"' })
    .execute();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const start = async (browser: HttpBrowser, returnTo = '/club/') => {
  const url = `${address}gc/registration/identity/saml/start?${new URLSearchParams({ returnTo })}`;
  return (await browser.send(url)).headers.get('location') ?? '';
};
const deliver = (browser: HttpBrowser, { action, ...fields }: SamlForm) =>
  browser.visit(action, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://identity.example' },
    body: new URLSearchParams(fields),
  });

describe('debug', () => {
  it('works', async () => {
    const browser = httpBrowser();
    const form = await provider.answer(await start(browser, '/club/our-challenges'), 'colleague');
    const { at } = await deliver(browser, form);
    expect(at.href).toBe(`${address}our-challenges`);
    expect((await browser.send(`${address}platform/api/person_infos/me`)).status).toBe(200);
  });
});
