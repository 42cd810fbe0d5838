import { afterAll, beforeAll, expect, it } from 'vitest';
import * as menus from '../../../contract/menus.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const urlsFor = async (browser: Browser) =>
  (await browser.call(menus.list, { query: { locale: 'nl' } })).map(({ url }) => url);

// spec: route menu, call GET /global-challenge-menu
it('shows the link to the management module to organisers only', async () => {
  const [visitor, participant, organiser] = [
    app.browser(),
    await app.participant(),
    await app.participant('Organiser'),
  ];
  await app.database.db
    .updateTable('people')
    .set({ role: 'organiser' })
    .where('given_name', '=', 'Organiser')
    .execute();
  expect(await urlsFor(visitor)).not.toContain('#/go-to-admin');
  expect(await urlsFor(participant)).not.toContain('#/go-to-admin');
  expect((await urlsFor(organiser)).slice(-2)).toEqual(['#/go-to-admin', '#/sign-out']);
});

// spec: route menu
it('allows links to the app’s pages and to other sites, but no links that run scripts', async () => {
  const allowed = ['#/our-challenges', 'https://example.com/', 'handbook.pdf', 'mailto:hr@example.com'];
  const refused = [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://example.com/1',
  ];
  await app.database.db
    .insertInto('menu_items')
    .values([...refused, ...allowed].map((url, position) => ({ language: 'nl', position, label: 'x', url })))
    .execute();
  expect(await urlsFor(app.browser())).toEqual(allowed);
  await app.database.db
    .insertInto('menu_items')
    .values({ language: 'nl', position: 99, label: 'Beheer', url: '#/go-to-admin' })
    .execute();
  expect(await urlsFor(await app.participant())).toEqual(allowed);
  expect(await urlsFor(await app.organiser())).toContain('#/go-to-admin');
});
