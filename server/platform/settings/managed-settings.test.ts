import { afterAll, beforeAll, expect, it } from 'vitest';
import * as configs from '../../../contract/configs.ts';
import * as changes from '../../../contract/managed/changes.ts';
import { settings } from '../../../contract/managed/settings.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const params = { id: 1 };
const read = () => organiser.call(settings.one, { params });
const publicOnes = async () => {
  const { 'hydra:member': members } = await app.browser().call(configs.list, {});
  return Object.fromEntries(members.map(({ id, value }) => [id, value]));
};

it('returns default settings on an empty platform, and returns changed settings to participants', async () => {
  const before = await read();
  expect(before).toMatchObject({
    teamsEnabled: false,
    availableLanguages: ['en', 'fr', 'nl'],
    showToOthers: { Garmin: 'full', Strava: 'score_only' },
    infoScreen: { en: '', fr: '', nl: '' },
  });
  const infoScreen = { en: '', fr: '<p>Bonjour<script>alert(1)</script></p>', nl: '' };
  const changed = {
    ...before,
    teamsEnabled: true,
    availableLanguages: ['fr' as const],
    defaultLanguage: 'fr' as const,
    infoScreen,
  };
  const after = await organiser.call(settings.replace, { params, body: changed });
  expect(after).toMatchObject({ teamsEnabled: true, infoScreen: { fr: '<p>Bonjour</p>' } });
  expect(await publicOnes()).toMatchObject({
    teamsEnabled: 'true',
    defaultLanguage: 'fr',
    availableLanguages: '[{"code":"fr","label":"Français"}]',
    infoScreenFr: '<p>Bonjour</p>',
  });
  const { 'hydra:member': lines } = await organiser.call(changes.list, { query: { resource: 'settings' } });
  expect(Object.keys(lines[0]?.after ?? {}).sort()).toEqual([
    'availableLanguages',
    'defaultLanguage',
    'infoScreen',
    'teamsEnabled',
  ]);
});

it('refuses settings that contradict each other, and changes nothing', async () => {
  const before = await read();
  for (const [wrong, field] of [
    [{ defaultLanguage: 'nl', availableLanguages: ['en'] }, 'defaultLanguage'],
    [{ progressMapId: 999_999 }, 'progressMapId'],
    [{ companyColour: 'red' }, 'companyColour'],
    [{ availableLanguages: [] }, 'availableLanguages'],
  ] as const) {
    const problem = await organiser.refused(settings.replace, { params, body: { ...before, ...wrong } });
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: field }] });
  }
  expect(await read()).toEqual(before);
});

it('refuses the second of two concurrent changes to the settings', async () => {
  const before = await read();
  const save = (companyColour: string) =>
    organiser.send({
      method: 'PUT',
      url: '/platform/api/management/settings/1',
      payload: { ...before, companyColour },
    });
  const answers = await Promise.all([save('#0b5394'), save('#38761d')]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});
