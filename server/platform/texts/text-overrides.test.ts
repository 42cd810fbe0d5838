import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportData } from '../../../contract/accounts.ts';
import { texts } from '../../../contract/managed/texts.ts';
import * as sessions from '../../../contract/sessions.ts';
import * as translations from '../../../contract/translations.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const find = async (namespace: string, key: string) => {
  const { 'hydra:member': members } = await organiser.call(texts.list, {
    query: { namespace, q: key, itemsPerPage: 1000 },
  });
  const found = members.find((one) => one.key === key);
  if (!found) throw new Error(`no text ${namespace}:${key}`);
  return found;
};
const say = (one: Awaited<ReturnType<typeof find>>, own: object) =>
  organiser.call(texts.replace, {
    params: { id: one.id },
    body: { version: one.version, own: { en: '', fr: '', nl: '', ...own } },
  });
const served = async (lang: 'en' | 'fr' | 'nl') =>
  app.browser().call(translations.one, { params: { lang, file: 'sessions.json' } });

it('lists every text in every language, with the place where it is used', async () => {
  const { 'hydra:totalItems': total } = await organiser.call(texts.list, { query: {} });
  expect(total).toBeGreaterThan(400);
  expect(await find('sessions', 'signIn.send')).toMatchObject({
    standard: { nl: expect.any(String) },
    own: { nl: '' },
    isChanged: false,
    place: '',
  });
});

it('overrides a text in one language, and restores the original', async () => {
  const one = await find('sessions', 'signIn.send');
  const changed = await say(one, { nl: 'Binnenkomen' });
  expect(changed.isChanged).toBe(true);
  expect(await served('nl')).toMatchObject({ signIn: { send: 'Binnenkomen' } });
  expect(await served('en')).toMatchObject({ signIn: { send: one.standard.en } });
  const { 'hydra:member': own } = await organiser.call(texts.list, { query: { isChanged: true } });
  expect(own.map(({ key }) => key)).toEqual(['signIn.send']);
  const all = await app.browser().call(translations.all, { params: { lang: 'nl' } });
  expect(all.sessions).toEqual(await served('nl'));
  await say(changed, {});
  expect(await served('nl')).toMatchObject({ signIn: { send: one.standard.nl } });
});

it('returns all of the app’s texts in a language, without texts that only the server uses', async () => {
  const all = await app.browser().call(translations.all, { params: { lang: 'fr' } });
  expect(all.sessions).toMatchObject({ signIn: { send: 'Se connecter' } });
  expect(all.validation).toBeDefined();
  for (const namespace of ['mails', 'problems', 'export']) expect(all).not.toHaveProperty(namespace);
});

it('overrides the server’s error messages', async () => {
  const one = await find('problems', 'badCredentials.detail');
  const refused = () =>
    app.browser().refused(sessions.signIn, { body: { username: 'a@example.com', password: 'nothing' } });
  const changed = await say(one, { en: 'Not quite.' });
  expect((await refused()).detail).toBe('Not quite.');
  await say(changed, {});
  expect((await refused()).detail).toBe(one.standard.en);
});

it('refuses a text with an unknown placeholder, but accepts the original’s placeholders', async () => {
  const one = await find('problems', 'internal.detail');
  const problem = await organiser.refused(texts.replace, {
    params: { id: one.id },
    body: { version: one.version, own: { en: 'Sorry {{name}}', fr: '', nl: '' } },
  });
  expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'own.en' }] });
  expect((await say(one, { en: 'Sorry ({{id}})' })).own.en).toBe('Sorry ({{id}})');
});

it('sends an export even if organisers have given it an unusual file name', async () => {
  await say(await find('export', 'fileName'), { en: '../"Mes données";\nx="🚴' });
  const { statusCode, headers } = await organiser.send({ method: 'GET', url: exportData.path });
  expect(statusCode).toBe(200);
  const disposition = String(headers['content-disposition']);
  expect(disposition).toMatch(/^attachment; filename="(?:[^"\\]|\\")*"; filename\*=UTF-8''[\w%.-]+$/);
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toMatch(/^\.\.-"Mes données";-x="🚴.*\.zip$/);
});
