import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'challenge-pages-'));
  const appFolders = { web: join(folder, 'web'), management: join(folder, 'management') };
  for (const one of Object.values(appFolders)) {
    await mkdir(one);
    await writeFile(join(one, 'index.html'), '<html lang="nl"><head><base href="/" /></head></html>');
  }
  app = await testApp({ basePath: '/club/', appFolders });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const answer = async (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await app.app.inject({ method, url, headers });
  return [statusCode, body.length > 0];
};

it('serves health checks at the root and below the base path', async () => {
  for (const url of ['/healthz', '/readyz', '/club/healthz', '/club/readyz']) {
    expect([url, await answer('GET', url)]).toEqual([url, [200, true]]);
    expect([url, await answer('HEAD', url)]).toEqual([url, [200, false]]);
  }
});

it('sends the start page to clients that accept any type, and only its headers in response to HEAD', async () => {
  for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html' }] as Record<string, string>[]) {
    expect(await answer('GET', '/club/', headers)).toEqual([200, true]);
    expect(await answer('HEAD', '/club/?from=monitor', headers)).toEqual([200, false]);
  }
  expect(await answer('GET', '/club/', { accept: 'application/json' })).toEqual([404, true]);
});
