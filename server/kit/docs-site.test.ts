import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { serveDocs } from './docs-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'challenge-docs-'));
mkdirSync(join(folder, 'participants'));
mkdirSync(join(folder, 'assets'));
for (const path of ['index.html', 'services.html', 'participants/index.html', 'assets/app.1.js'])
  writeFileSync(join(folder, path), path);
const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
await app.register((site) => serveDocs(site, folder), { prefix: '/challenge' });
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string) => app.inject(`/challenge/docs${path}`);

describe('the documentation site', () => {
  it('is served below the base path', async () => {
    for (const [path, file] of [
      ['/', 'index.html'],
      ['/participants/', 'participants/index.html'],
      ['/services.html', 'services.html'],
    ] as const) {
      const answer = await get(path);
      expect(answer.body).toBe(file);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
    expect((await app.inject('/docs/')).statusCode).toBe(404);
  });

  it('redirects to the address that the relative links of a page need', async () => {
    for (const [path, right] of [
      ['', '/'],
      ['?q=1', '/?q=1'],
      ['/participants', '/participants/'],
      ['/services.html/', '/services.html'],
    ] as const) {
      const answer = await get(path);
      expect([answer.statusCode, answer.headers.location]).toEqual([308, `/challenge/docs${right}`]);
    }
  });

  it('lets browsers cache files whose names change with their content', async () => {
    const { headers } = await get('/assets/app.1.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('serves nothing outside of its folder', async () => {
    for (const path of ['/../package.json', '/..%2f..%2fpackage.json', '/%2e%2e/package.json', '/assets/'])
      expect((await get(path)).statusCode).toBe(404);
  });
});
