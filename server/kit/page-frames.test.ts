import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { switchLanguage } from '../../contract/configs.ts';
import { settings } from '../../contract/managed/settings.ts';
import { addChallenge } from '../testing/challenges.ts';
import { type Browser, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'challenge-frame-'));
  await writeFile(
    join(folder, 'index.html'),
    [
      '<head><script src="app.js"></script></head><body><div id="root"></div>',
      '<template id="sign-in-frame"><p>slogan</p><h1>title</h1><i aria-label="waiting"></i></template>',
      '<template id="signed-in-frame"><header data-ground="ground"><b>logo</b></header><main>content</main></template>',
      '<template id="dashboard-frame"><div>picture</div></template>',
      '<template id="heading-frame"><a>back</a><p>aside</p><h1>title</h1><i aria-label="waiting"></i></template>',
      '<template id="aside-frame"><b>aside</b></template>',
      '<template id="other-frame"><i aria-label="waiting"></i></template></body>',
    ].join(''),
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

/** The end of a page whose scripts wait for the first paint. */
const waitingScripts =
  /<head><meta .*<template id="scripts"><script src="app.js"><\/script><\/template><script>([^<]+)<\/script><\/body>$/s;

it('sends visitors the frame of the sign-in page in their language', async () => {
  const visitor = app.browser();
  await visitor.call(switchLanguage, { query: { locale: 'fr' } });
  for (const path of ['/club/', '/club/?from=mail']) {
    const page = await pageAt(path, visitor);
    expect(page).toContain(
      '<div id="root"><p>Chaque kilomètre compte.</p><h1>Se connecter</h1><i aria-label="Chargement"></i></div>',
    );
    expect(page).not.toMatch(/<template id=".*-frame"/);
    expect(page).toMatch(waitingScripts);
  }
});

it('sends signed-in people the frame of the dashboard, or of another screen', async () => {
  const participant = await app.participant();
  const logo = '<b><picture><img src="logo-dark.svg" alt="Global Challenge"></picture></b>';
  const dashboard = await pageAt('/club/?from=mail', participant);
  expect(dashboard).toContain(
    `<div id="root"><header data-ground="dark">${logo}</header><main><div></div></main></div>`,
  );
  expect(dashboard).toMatch(waitingScripts);
  for (const path of [
    '/club/my-activities',
    '/club/challenges/ranking/tour?sport=RUN',
    '/club/faq/question/1',
  ])
    expect(await pageAt(path, participant)).toContain(
      `${logo}</header><main><i aria-label="Bezig met laden"></i></main></div>`,
    );
});

it('sends the heading of a complete ranking in the person’s language, or in the challenge’s first language', async () => {
  await addChallenge(app.database.db, 'tour', '2026-01-01', '2100-01-01');
  await app.database.db
    .updateTable('challenge_translations')
    .set({ name: 'Le <tour>' })
    .where('language', '=', 'fr')
    .execute();
  const participant = await app.participant();
  for (const [locale, expected] of [
    [
      'fr',
      '<a>Tableau de bord</a><p></p><h1>Classement : Le &lt;tour&gt;</h1><i aria-label="Chargement"></i></main>',
    ],
    ['en', '<a>Dashboard</a><p></p><h1>Ranking: tour nl</h1><i aria-label="Loading"></i></main>'],
  ] as const) {
    await participant.call(switchLanguage, { query: { locale } });
    for (const path of ['/club/challenges/ranking/tour', '/club/challenges/ranking/tour?sport=RUN'])
      expect(await pageAt(path, participant)).toContain(expected);
  }
  await app.database.db.insertInto('configs').values({ key: 'teamsEnabled', value: 'true' }).execute();
  expect(await pageAt('/club/challenges/ranking/tour', participant)).toContain(
    '<a>Dashboard</a><p><b>Team ranking</b></p><h1>Ranking: tour nl</h1>',
  );
});

it('allows exactly the inline script of the page, and none on a page without a frame', async () => {
  const policyAndPage = async (url: string) => {
    const { headers, body } = await app
      .browser()
      .send({ method: 'GET', url, headers: { accept: 'text/html' } });
    return [String(headers['content-security-policy']), body] as const;
  };
  const [policy, page] = await policyAndPage('/club/');
  const [, script = ''] = waitingScripts.exec(page) ?? [];
  expect(policy).toContain(`script-src 'self' 'sha256-${hash('sha256', script, 'base64')}';`);
  const [otherPolicy] = await policyAndPage('/club/sign-up');
  expect(otherPolicy).toContain("script-src 'self';");
});

it('sends no frame at other addresses', async () => {
  const participant = await app.participant();
  const pages = [
    await pageAt('/club/sign-up'),
    ...(await Promise.all(
      ['info', 'sign-out', 'map-preview/1', 'reset-password/x', 'my-activitiesx'].map((path) =>
        pageAt(`/club/${path}`, participant),
      ),
    )),
  ];
  for (const page of pages) {
    expect(page).toContain(empty);
    expect(page).toMatch(/<head><script src="app.js"><\/script>/);
    expect(page).not.toMatch(/<template|<script>/);
  }
});

it('sends the company’s header, with the logos for light and dark mode and the dashboard’s picture', async () => {
  const organiser = await app.organiser();
  const shown = await organiser.call(settings.one, { params: { id: 1 } });
  const header = {
    headerMode: 'light' as const,
    logoLight: '/a.svg?"&b',
    logoDark: '/my logo.svg',
    headerPicture: '/hall.jpg',
  };
  await organiser.call(settings.replace, { params: { id: 1 }, body: { ...shown, ...header } });
  expect(await pageAt('/club/', await app.participant())).toContain(
    '<header data-ground="light"><b><picture><source media="(prefers-color-scheme: dark)" srcset="/my%20logo.svg">' +
      '<img src="/a.svg?&quot;&amp;b" alt="Global Challenge"></picture></b></header>' +
      '<main><div><img class="dashboard-picture" src="/hall.jpg" alt=""></div></main>',
  );
});
