import { afterAll, beforeAll, expect, it } from 'vitest';
import * as configs from '../../../contract/configs.ts';
import * as consents from '../../../contract/consents.ts';
import * as menus from '../../../contract/menus.ts';
import * as sports from '../../../contract/sports.ts';
import * as translations from '../../../contract/translations.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

// spec: call GET /platform/api/configs
it('returns public settings to everybody, with texts unchanged and other values as JSON, and hides all other settings', async () => {
  const { db } = app.database;
  await db
    .insertInto('configs')
    .values([
      { key: 'headerMode', value: '"dark"' },
      { key: 'teamsEnabled', value: 'false' },
      { key: 'somethingSecret', value: '"hidden"' },
    ])
    .execute();
  const list = await app.browser().call(configs.list, {});
  expect(list['hydra:member'].map(({ id, value }) => [id, value])).toEqual([
    ['headerMode', 'dark'],
    ['teamsEnabled', 'false'],
    ['menuItems', expect.any(String)],
  ]);
});

// spec: call GET /platform/api/configs
it('includes the visitors’ menu in the settings, in the request’s language', async () => {
  const menuIn = async (language: string) => {
    const url = configs.list.path;
    const headers = { 'accept-language': language };
    const answer = (await app.browser().send({ method: 'GET', url, headers })).json();
    return JSON.parse(answer['hydra:member'].find(({ id }: { id: string }) => id === 'menuItems').value);
  };
  expect((await menuIn('en')).slice(0, 2)).toEqual([
    { label: 'Dashboard', url: '#/' },
    { label: 'My activities', url: '#/my-activities' },
  ]);
  expect((await menuIn('fr'))[1]).toEqual({ label: 'Mes activités', url: '#/my-activities' });
  expect(JSON.stringify(await menuIn('en'))).not.toContain('go-to-admin');
});

// spec: call GET /global-challenge-languages, constant default language
it('offers English, French and Dutch unless other languages are set', async () => {
  const languages = await app.browser().call(configs.listLanguages, {});
  expect(languages.map(({ value }) => value.code)).toEqual(['en', 'fr', 'nl']);
  await app.database.db
    .insertInto('configs')
    .values({ key: 'availableLanguages', value: JSON.stringify([{ code: 'fr', label: 'Français' }]) })
    .execute();
  expect(await app.browser().call(configs.listLanguages, {})).toEqual([
    { type: 'availableLanguages', value: { code: 'fr', label: 'Français' } },
  ]);
});

// spec: constant unavailable language, call GET /global-challenge-language-switch
it.each(['nl', 'de', 'x'])(
  'switches to the default language if the requested language %s is not available',
  async (locale) => {
    const browser = app.browser();
    const url = `${configs.switchLanguage.path}?locale=${locale}`;
    const { statusCode, cookies } = await browser.send({ method: 'GET', url });
    expect([statusCode, cookies.find(({ name }) => name === 'locale')?.value]).toEqual([204, 'fr']);
  },
);

// spec: constant unavailable language
it.each([
  '/global-challenge-language-switch',
  '/global-challenge-menu',
  '/gc/registration/identity/providers',
  consents.current.path,
])('returns %s in the default language if an unavailable language is requested', async (path) => {
  const answers = [];
  for (const locale of ['de', 'fr']) {
    const { statusCode, body } = await app.browser().send({ method: 'GET', url: `${path}?locale=${locale}` });
    answers.push([statusCode, body]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[0]).toBeLessThan(300);
});

// spec: call GET /global-challenge-language-switch
it('remembers the language chosen in a browser, which takes precedence over the browser’s preference', async () => {
  const browser = app.browser();
  const refuse = async () => (await browser.refused(sports.list, {}, { 'accept-language': 'en' })).title;
  expect(await refuse()).toBe('Signed out');
  await browser.call(configs.switchLanguage, { query: { locale: 'fr' } });
  expect(await refuse()).toBe('Non connecté');
});

// spec: constant default language
it('responds in Dutch if the browser accepts none of the offered languages', async () => {
  const problem = await app.browser().refused(sports.list, {}, { 'accept-language': 'sv' });
  expect(problem.title).toBe('Niet aangemeld');
});

// spec: call GET /global-challenge-menu
it('returns a language’s menu items in order, or the default menu if organisers have set none', async () => {
  await app.database.db
    .insertInto('menu_items')
    .values([
      { language: 'fr', position: 2, label: 'Défis', url: '#/our-challenges' },
      { language: 'fr', position: 1, label: 'Accueil', url: '#/' },
    ])
    .execute();
  await app.database.db.deleteFrom('configs').where('key', '=', 'availableLanguages').execute();
  const menu = (locale: 'fr' | 'nl') => app.browser().call(menus.list, { query: { locale } });
  expect((await menu('fr')).map(({ label }) => label)).toEqual(['Accueil', 'Défis']);
  expect((await menu('nl')).map(({ url }) => url)).toEqual([
    '#/',
    '#/my-activities',
    '#/my-profile',
    '#/our-challenges',
    '#/our-statistics',
    '#/sign-out',
  ]);
});

// spec: call GET /translations/{lang}/{ns}.json
it('serves the texts of one namespace', async () => {
  const texts = await app
    .browser()
    .call(translations.one, { params: { lang: 'fr', file: 'validation.json' } });
  expect(texts.value).toMatchObject({ required: 'Veuillez indiquer une valeur.' });
});
