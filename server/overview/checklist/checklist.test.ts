import { afterAll, beforeAll, expect, it } from 'vitest';
import { archive, challenges } from '../../../contract/managed/challenges.ts';
import * as checklist from '../../../contract/managed/checklist.ts';
import * as maps from '../../../contract/managed/progress-maps.ts';
import { settings } from '../../../contract/managed/settings.ts';
import { challengeEntry } from '../../testing/managed-challenge.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const stepOf = async (name: string) =>
  (await organiser.call(checklist.read, {})).steps.find(({ step }) => step === name);
const change = async (changes: object) => {
  const params = { id: 1 };
  const { version, ...now } = await organiser.call(settings.one, { params });
  return organiser.call(settings.replace, { params, body: { ...now, ...changes, version } });
};

it('counts the texts that are missing in the offered languages', async () => {
  await change({ availableLanguages: ['fr'], defaultLanguage: 'fr' });
  const before = await stepOf('languages');
  const name = { en: '', fr: 'Été', nl: '' };
  await organiser.call(challenges.create, {
    body: challengeEntry({ uri: 'summer', startsOn: '2027-06-01', endsOn: '2027-06-30', name }),
  });
  expect(await stepOf('languages')).toEqual(before);
  const infoScreen = { en: '', fr: '<p>Bonjour</p>', nl: '' };
  await change({ availableLanguages: ['fr', 'nl'], infoScreen });
  const missing = await stepOf('languages');
  expect(missing).toMatchObject({ isDone: false });
  expect((missing?.missing ?? 0) - (before?.missing ?? 0)).toBeGreaterThanOrEqual(2);
  await change({ infoScreen: { ...infoScreen, nl: '<p>Dag</p>' } });
  expect((await stepOf('languages'))?.missing).toBe((missing?.missing ?? 0) - 1);
});

it('reports the map step as done only when a challenge uses a map', async () => {
  const { id } = await organiser.call(maps.create, { body: { name: 'Coast', tour: 'coast' } });
  expect(await stepOf('map')).toMatchObject({ isDone: false });
  await change({ progressMapId: id });
  expect(await stepOf('map')).toMatchObject({ isDone: true });
  await change({ progressMapId: null });
  const onMap = await organiser.call(challenges.create, {
    body: challengeEntry({
      uri: 'on-a-map',
      startsOn: '2027-08-01',
      endsOn: '2027-08-30',
      progressMapId: id,
    }),
  });
  expect(await stepOf('map')).toMatchObject({ isDone: true });
  // Archived challenges are not shown to anybody, so their maps do not count.
  await organiser.call(archive, { params: { id: onMap.id }, body: { archived: true } });
  expect(await stepOf('map')).toMatchObject({ isDone: false });
});
