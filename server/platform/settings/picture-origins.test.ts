import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { settings } from '../../../contract/managed/settings.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let folder: string;
let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  await writeFile(join(folder, 'index.html'), '<html lang="nl"><head></head></html>');
  app = await testApp({ appFolders: { web: folder, management: folder } });
  organiser = await app.organiser();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const replace = async (changes: object) => {
  const shown = await organiser.call(settings.one, { params: { id: 1 } });
  return { params: { id: 1 }, body: { ...shown, ...changes } };
};

/** Expects a page's policy to contain a directive; on a busy machine, a page may be sent with earlier settings. */
const expectPolicyWith = (directive: string) =>
  vi.waitFor(
    async () => {
      const answer = await app.browser().send({ method: 'GET', url: '/', headers: { accept: 'text/html' } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-security-policy']).toContain(directive);
    },
    { timeout: 60_000 },
  );

it.each([
  'https://x,y/a.png',
  'https://x;y',
  "https://x'y/",
  'https://a.example;script-src *',
  'https://me:secret@a.example/logo.png',
  'https://[::1]/a.png',
  'https://',
  '//a.example/logo.png',
  'javascript:alert(1)',
  'ftp://a.example/logo.png',
])('refuses %s as a picture address', async (address) => {
  for (const field of ['logoDark', 'logoLight', 'headerPicture', 'providerLogo']) {
    const problem = await organiser.refused(settings.replace, await replace({ [field]: address }));
    expect(problem).toMatchObject({
      status: 422,
      violations: [{ propertyPath: field, code: 'picture.address' }],
    });
  }
});

it('allows pictures from this server and from the configured servers', async () => {
  const addresses = {
    logoDark: 'pictures/00000000-0000-4000-8000-000000000000',
    logoLight: 'HTTPS://Logos.Example:8443/a,b;c.png',
    headerPicture: 'https://bücher.example/a.png',
    providerLogo: 'data:image/png;base64,iVBORw0KGgo=',
  };
  await organiser.call(settings.replace, await replace(addresses));
  await expectPolicyWith("img-src 'self' data: https://xn--bcher-kva.example https://logos.example:8443;");
});

it('omits an invalid stored picture address from the policy, and still sends the page', async () => {
  const value = JSON.stringify('https://x;y/logo.png');
  const { db } = app.database;
  await db.updateTable('configs').set({ value }).where('key', '=', 'logoLight').execute();
  await expectPolicyWith("img-src 'self' data: https://xn--bcher-kva.example;");
});
