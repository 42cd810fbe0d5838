import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpBrowser } from '../../testing/http-browser.ts';
import { type TestProvider, testProvider } from '../../testing/identity-provider.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import type { Provider } from './provider.ts';

const servers: Server[] = [];
let app: TestApp;
let isWell = false;
let asked = 0;

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const provider = (key: string, issuer: string): Provider => ({
  key,
  label: key,
  issuer,
  clientId: 'challenge',
  clientSecret: 'secret',
  scope: 'openid email profile',
  mailDomains: [],
  trustAddresses: false,
  trusted: false,
});

beforeAll(async () => {
  const silent = await serve(() => {});
  const another = await serve((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer: 'https://elsewhere.example' }));
  });
  const ailing: string = await serve((_request, response) => {
    asked += 1;
    response.statusCode = isWell ? 200 : 503;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer: ailing, authorization_endpoint: `${ailing}/auth` }));
  });
  app = await testApp({
    identityProviders: [
      provider('gone', 'http://127.0.0.1:9'),
      provider('silent', silent),
      provider('another', another),
      provider('ailing', ailing),
    ],
  });
  await app.database.db
    .insertInto('configs')
    .values({ key: 'registrationMethod', value: '"formAndProviders"' })
    .execute();
});
afterAll(async () => {
  await app.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const start = async (key: string) => {
  const url = `/gc/registration/identity/${key}/start?returnTo=/our-challenges`;
  return (await app.browser().send({ method: 'GET', url })).headers.location;
};

it.each([
  ['cannot be reached', 'gone'],
  ['does not respond', 'silent'],
  ['names another issuer', 'another'],
])('redirects back with an error if the provider %s', async (_, key) => {
  expect(await start(key)).toBe('/our-challenges?sign-in-failed=unreachable');
});

it('fetches a provider’s metadata again after a failure, but otherwise only once an hour', async () => {
  expect(await start('ailing')).toContain('unreachable');
  expect(asked).toBe(2);
  isWell = true;
  for (let count = 0; count < 3; count += 1) expect(await start('ailing')).toContain('/auth?');
  expect(asked).toBe(3);
  app.clock.now = app.clock.now.add({ minutes: 61 });
  await start('ailing');
  expect(asked).toBe(4);
});

it('trusts every address of a directory if trustAddresses is set', async () => {
  const people = { ann: { given_name: 'Ann', family_name: 'Maes', email: 'ann@company.example' } };
  const trusted: TestProvider = await testProvider(people, { trustAddresses: true });
  const browser = httpBrowser();
  expect((await trusted.signIn(browser, 'ann')).href).toBe(trusted.address);
  expect((await browser.send(`${trusted.address}platform/api/person_infos/me`)).status).toBe(200);
  await trusted.close();
});
