import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../testing/test-app.ts';

describe('a URL with another spelling of the base path', () => {
  it('returns 404, but the base path without its final slash redirects', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'challenge-page-'));
    await writeFile(join(folder, 'index.html'), '<base href="/" />');
    const club = await testApp({ basePath: '/club/', appFolders: { web: folder, management: folder } });
    const visitor = club.browser();
    const signIn = { method: 'POST', payload: { username: 'x', password: 'y' } } as const;
    const statusOf = async (url: string) => (await visitor.send({ ...signIn, url })).statusCode;
    expect(await statusOf('/club/global-challenge-login')).toBe(401);
    expect(await statusOf('/%63lub/global-challenge-login')).toBe(404);
    const open = async (url: string) => {
      const headers = { accept: 'text/html' };
      const { statusCode, headers: answered } = await visitor.send({ method: 'GET', url, headers });
      return [statusCode, answered.location];
    };
    expect(await open('/club/')).toEqual([200, undefined]);
    expect(await open('/club?x=1')).toEqual([308, '/club/?x=1']);
    expect(await open('/%63lub')).toEqual([404, undefined]);
    expect(await open('/%63lub/')).toEqual([404, undefined]);
    await club.close();
    await rm(folder, { recursive: true });
  });

  it('returns 404 if the request line also contains the host', async () => {
    const own = await testApp();
    await own.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = own.app.server.address() as AddressInfo;
    const statusOf = (path: string) =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json' };
        const options = { port, host: '127.0.0.1', method: 'POST', path, headers };
        httpRequest(options, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end('{"username":"x","password":"y"}');
      });
    expect(await statusOf('/global-challenge-login')).toBe(401);
    expect(await statusOf(`http://127.0.0.1:${port}/global-challenge-login`)).toBe(404);
    await own.close();
  });
});
