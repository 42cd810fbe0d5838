import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, type TestApp, testApp } from './testing/test-app.ts';

let app: TestApp;
let organiser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'challenge-exposure-'));
  await mkdir(join(folder, 'web', 'assets'), { recursive: true });
  await writeFile(join(folder, 'web', 'index.html'), '<!doctype html><html lang="nl"><head></head></html>');
  await writeFile(join(folder, 'web', 'assets', 'app.js'), 'export {};');
  await writeFile(join(folder, 'secret'), 'a file next to the app');
  const web = join(folder, 'web');
  app = await testApp({ publicUrl: 'https://sport.example.com/', appFolders: { web, management: web } });
  organiser = await app.organiser();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Sends a request byte for byte, because HTTP libraries would correct it, and returns the response. */
async function sent(request: string): Promise<string> {
  const socket = connect((app.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(request);
  const answer = await text(socket);
  if (!socket.closed) await once(socket, 'close');
  return answer;
}

describe('every response', () => {
  it.each([
    ['a page', '/my-profile', 'text/html; charset=utf-8'],
    ['a file', '/assets/app.js', expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/i)],
    ['a response of the API', '/platform/api/configs', 'application/ld+json; charset=utf-8'],
    ['a response about a person', '/platform/api/person_infos/me', 'application/ld+json; charset=utf-8'],
    ['an error', '/platform/api/nothing', 'application/problem+json; charset=utf-8'],
    ['the health check', '/healthz', 'application/json; charset=utf-8'],
    ['the API documentation', '/platform/api/docs', 'text/html; charset=utf-8'],
  ])('has the headers that protect browsers: %s', async (_, url, type) => {
    const { headers } = await organiser.send({
      method: 'GET',
      url,
      headers: { origin: 'https://other.example', accept: 'text/html, */*' },
    });
    expect(headers).toMatchObject({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
    const policy = String(headers['content-security-policy']);
    for (const rule of ["default-src 'self'", "object-src 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
    // No header lets other sites read a response, or reveals the server software.
    expect(Object.keys(headers).filter((name) => /^access-control|^server$|powered/.test(name))).toEqual([]);
  });

  it('about a person forbids browsers and proxies to store it', async () => {
    for (const url of [
      '/platform/api/person_infos/me',
      '/platform/api/management/people',
      '/platform/api/sessions',
    ]) {
      const { headers } = await organiser.send({ method: 'GET', url });
      expect(headers['cache-control']).toBe('private, no-store');
    }
  });
});

describe('the server', () => {
  it.each([
    '/.env',
    '/.well-known/security.txt',
    '/package.json',
    '/assets/',
    '/assets/../../secret',
    '/assets/%2e%2e/%2e%2e/secret',
  ])('sends no file and no listing for %s', async (path) => {
    const answer = await sent(`GET ${path} HTTP/1.1\r\nHost: sport.example.com\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('a file next to the app');
  });

  it('does not answer TRACE, which would repeat cookies', async () => {
    const answer = await sent(
      'TRACE / HTTP/1.1\r\nHost: x\r\nCookie: session=secret\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('secret');
  });

  it.each([
    'Transfer-Encoding: chunked\r\nContent-Length: 5',
    'Transfer-Encoding: chunked, identity',
    'Content-Length: 5\r\nContent-Length: 6',
    'Content-Length: +5',
  ])('refuses a request whose end is ambiguous: %j', async (lines) => {
    const answer = await sent(
      `POST /global-challenge-login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it.each(['{"__proto__":{"role":"organiser"}}', '{"a":{"constructor":{"prototype":{"role":"organiser"}}}}'])(
    'refuses JSON that could change prototypes: %s',
    async (payload) => {
      const headers = { 'content-type': 'application/json' };
      const url = '/platform/api/sign_up_requests';
      expect((await app.browser().send({ method: 'POST', url, headers, payload })).statusCode).toBe(400);
    },
  );

  it('accepts client addresses from trusted proxies only', async () => {
    const forgot = (email: string, remoteAddress: string) =>
      app.browser().send({
        method: 'POST',
        url: '/global-challenge-forgot-password',
        headers: { 'x-forwarded-for': '10.9.9.9' },
        payload: { email },
        remoteAddress,
      });
    await forgot('forged@example.com', '203.0.113.9');
    const counted = async () => {
      const { rows } = await app.database.pool.query<{ key: string }>(
        "select key from failed_attempts where starts_with(key, 'forgot-address:')",
      );
      return rows.map(({ key }) => key);
    };
    expect(await counted()).toEqual(['forgot-address:203.0.113.9']);
    await forgot('forwarded@example.com', '127.0.0.1');
    expect(await counted()).toContain('forgot-address:10.9.9.9');
  });

  it('uses the public address in links, whatever host a request names', async () => {
    const { headers, body } = await app.browser().send({
      method: 'GET',
      url: '/platform/api/docs.jsonld',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    expect(`${body} ${JSON.stringify(headers)}`).not.toContain('evil.example');
  });
});
