import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp({ publicUrl: 'http://localhost/' });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  app.browser().send({ method: 'GET', url: `/platform/api${path}`, headers });

/** Paths, and whether their responses are large enough to be compressed. */
const paths: [string, boolean][] = [
  ['', true],
  ['/docs.json', true],
  ['/docs.jsonld', true],
  ['/contexts/Activity', false],
  ['/docs', false],
  ['/docs/static/swagger-ui.css', true],
];

it.each(paths)(
  'creates the response for %s once, compresses it for clients that accept this (%s), and returns 304 if it is unchanged',
  async (path, isLarge) => {
    const [first, again, br, gzip] = await Promise.all([
      get(path),
      get(path),
      get(path, { 'accept-encoding': 'gzip, deflate, br' }),
      get(path, { 'accept-encoding': 'gzip' }),
    ]);
    const { etag } = first.headers;
    for (const answer of [first, again, br, gzip]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.headers.etag).toBe(etag);
      expect(answer.headers['content-type']).toBe(first.headers['content-type']);
      expect(answer.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    }
    expect(etag).toMatch(/^W\/".+"$/);
    expect(again.body).toBe(first.body);
    const encodings = [br.headers['content-encoding'], gzip.headers['content-encoding']];
    expect(encodings).toEqual(isLarge ? ['br', 'gzip'] : [undefined, undefined]);
    expect((isLarge ? brotliDecompressSync(br.rawPayload) : br.rawPayload).toString()).toBe(first.body);
    expect((isLarge ? gunzipSync(gzip.rawPayload) : gzip.rawPayload).toString()).toBe(first.body);
    const unchanged = await get(path, { 'if-none-match': String(etag) });
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
  },
);

it('does not cache 404s', async () => {
  const answers = await Promise.all([get('/contexts/Nothing'), get('/contexts/Nothing')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  expect((await get('/contexts/Activity')).statusCode).toBe(200);
});
