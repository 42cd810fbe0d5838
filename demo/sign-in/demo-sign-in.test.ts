import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpBrowser } from '../../server/testing/http-browser.ts';
import { type ServerDatabase, serverDatabase } from '../../server/testing/server-database.ts';
import { startServerProcess } from '../../server/testing/server-process.ts';

let place: ServerDatabase;
let settings: Record<string, string>;

beforeAll(async () => {
  place = await serverDatabase();
  settings = { ...place.settings, DEMO_PASSWORD: 'a password for the demo', BASE_PATH: 'club' };
});
afterAll(() => place.remove());

it('the simulated identity provider is served below the demo’s public address, and only in a demo', async () => {
  // This host name does not resolve, so the process must call the identity provider at another address.
  const publicUrl = 'https://challenge.example/club/';
  const server = await startServerProcess({ ...settings, DEMO: 'on', PUBLIC_URL: publicUrl });
  const browser = httpBrowser();
  const here = (address: string) => address.replace('https://challenge.example', server.address);
  let answer = await browser.send(`${server.address}/club/gc/registration/identity/demo/start`);
  for (let next = answer.headers.get('location'); next; next = answer.headers.get('location')) {
    expect(next.startsWith(publicUrl) || next.startsWith('/club/')).toBe(true);
    answer = await browser.send(here(next));
  }
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const page = await answer.text();
  expect(page).toContain('This simulator is part of the demo');
  const [, choice = ''] = /action="([^"]+colleague)"/.exec(page) ?? [];
  answer = await browser.send(here(choice), { method: 'POST' });
  for (let next = answer.headers.get('location'); next; next = answer.headers.get('location')) {
    answer = await browser.send(here(next));
    if (next.includes('/callback?')) break;
  }
  expect(answer.headers.get('location')).toBe('/club/');
  const me = await browser.send(`${server.address}/club/platform/api/person_infos/me`);
  expect(await me.json()).toMatchObject({ email: expect.stringMatching(/@example\.com$/) });
  await server.end('SIGTERM');

  const plain = await startServerProcess({ ...settings, DEMO: 'off' });
  const get = (path: string) => fetch(`${plain.address}/club/${path}`);
  expect((await get('demo-identity-provider/.well-known/openid-configuration')).status).toBe(404);
  expect(await (await get('gc/registration/identity/providers')).json()).toEqual([]);
  await plain.end('SIGTERM');
});
