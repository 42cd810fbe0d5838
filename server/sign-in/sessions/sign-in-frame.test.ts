import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { switchLanguage } from '../../../contract/configs.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'challenge-frame-'));
  await writeFile(
    join(folder, 'index.html'),
    '<script src="app.js"></script><div id="root"></div><template id="sign-in-frame"><p>slogan</p><h1>title</h1></template>',
  );
  app = await testApp({ basePath: '/club/', appFolders: { web: folder, management: folder } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function pageAt(path: string, browser: Browser = app.browser()): Promise<string> {
  return (await browser.send({ method: 'GET', url: path, headers: { accept: 'text/html' } })).body;
}

const empty = '<div id="root"></div>';

it('sends visitors the frame of the sign-in page in their language, with low priority for its scripts', async () => {
  const visitor = app.browser();
  await visitor.call(switchLanguage, { query: { locale: 'fr' } });
  for (const path of ['/club/', '/club/?from=mail']) {
    const page = await pageAt(path, visitor);
    expect(page).toContain('<div id="root"><p>Chaque kilomètre compte.</p><h1>Se connecter</h1></div>');
    expect(page).toContain('<script fetchpriority="low" src="app.js">');
    expect(page).not.toContain('<template');
  }
});

it('sends no frame at other addresses, or to people who are signed in', async () => {
  const pages = [await pageAt('/club/sign-up'), await pageAt('/club/', await app.participant())];
  for (const page of pages) {
    expect(page).toContain(empty);
    expect(page).toContain('<script src="app.js">');
    expect(page).not.toContain('<template');
  }
});
