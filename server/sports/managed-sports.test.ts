import { afterAll, beforeAll, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as changes from '../../contract/managed/changes.ts';
import { addUsual, sports } from '../../contract/managed/sports.ts';
import * as publicSports from '../../contract/sports.ts';
import { type UsualName, usualNames, usualSports } from '../../contract/usual-sports.ts';
import { type Browser, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;
let participant: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  participant = await app.participant();
});
afterAll(() => app.close());

const rowing = {
  name: 'rowing',
  labels: { en: 'Rowing', fr: 'Aviron', nl: 'Roeien' },
  type: 'other' as const,
};
const log = (id: number) =>
  participant.call(activities.create, {
    body: {
      performedAt: '2026-11-20',
      sport: `/platform/api/sports/${id}`,
      amountType: 'time',
      time: '01:00:00',
    } as never,
  });

it('adds a sport that people can choose immediately, with the usual rule of its type', async () => {
  const made = await organiser.call(sports.create, { body: rowing });
  expect(made).toMatchObject({ approved: true, kmPerHour: 5, metresPerStep: 0.7, rule: 1, activities: 0 });
  const { 'hydra:member': shown } = await participant.call(publicSports.list, {});
  expect(shown.find(({ id }) => id === made.id)?.labels).toContainEqual({ language: 'fr', label: 'Aviron' });
  expect((await log(made.id)).challengeKms).toBe(5);
  const taken = await organiser.refused(sports.create, { body: rowing });
  expect(taken).toMatchObject({ status: 422, violations: [{ propertyPath: 'name' }] });
});

it('names a sport by its label if the name is omitted, and applies an initial rule', async () => {
  const labels = { en: '', fr: 'Pétanque', nl: '' };
  const rule = { kmFactor: 1.5, kmPerHour: 2.5, metresPerStep: 0.5, dailyCapKm: 12.5 };
  const made = await organiser.call(sports.create, { body: { labels, type: 'other', ...rule } });
  expect(made).toMatchObject({ name: 'pétanque', approved: true, ...rule, rule: 1 });
  expect((await log(made.id)).challengeKms).toBe(3.75);
  const again = await organiser.refused(sports.create, { body: { labels, type: 'other' } });
  expect(again).toMatchObject({ status: 422, violations: [{ propertyPath: 'labels.fr' }] });
  const replaced = await organiser.call(sports.replace, {
    params: { id: made.id },
    body: { labels: { ...labels, nl: 'Petanque' }, type: 'other', version: made.version },
  });
  expect(replaced.name).toBe('pétanque');
});

const namesOfSports = async () => {
  const { 'hydra:member': all } = await organiser.call(sports.list, { query: { itemsPerPage: 1000 } });
  return all.map(({ name }) => name);
};
const linesOfSports = async () => {
  const query = { resource: 'sports', itemsPerPage: 1000 };
  return (await organiser.call(changes.list, { query }))['hydra:member'];
};
const addSports = (names: UsualName[]) => organiser.call(addUsual, { body: { names } });

it('adds the usual sports that are requested, with a change log entry for each', async () => {
  const linesBefore = await linesOfSports();
  const added = await addSports(['yoga', 'e-bike', 'yoga']);
  expect(added['hydra:member']).toMatchObject([
    { name: 'e-bike', approved: true, rule: 1, ...usualSports['e-bike'] },
    { name: 'yoga', approved: true, rule: 1, ...usualSports.yoga },
  ]);
  const lines = await linesOfSports();
  expect(lines.slice(0, lines.length - linesBefore.length)).toMatchObject([
    { action: 'create', after: { name: 'yoga' } },
    { action: 'create', after: { name: 'e-bike' } },
  ]);
});

it('adds none of the requested usual sports if one already exists or is unknown', async () => {
  const before = [await namesOfSports(), await linesOfSports()];
  // Rowing was added by an earlier test.
  for (const names of [['football', 'rowing', 'padel'], ['football', 'quidditch'], []]) {
    const problem = await organiser.refused(addUsual, { body: { names } });
    expect(problem).toMatchObject({ status: 422 });
    expect(problem.violations?.[0]?.propertyPath).toMatch(/^names/);
  }
  expect([await namesOfSports(), await linesOfSports()]).toEqual(before);
});

it('adds no sport twice if concurrent requests list the same sports in different orders', async () => {
  const there = await namesOfSports();
  const missing = usualNames.filter((name) => !there.includes(name));
  expect(missing.length).toBeGreaterThan(5);
  const send = (names: string[]) =>
    organiser.send({ method: 'POST', url: addUsual.path, payload: { names } });
  const answers = await Promise.all([send(missing), send(missing.toReversed())]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
  const names = await namesOfSports();
  for (const name of missing) expect(names.filter((one) => one === name)).toHaveLength(1);
});

it('refuses to remove a sport in use or to change its type, but allows changes to its labels', async () => {
  const { 'hydra:member': members } = await organiser.call(sports.list, { query: { q: 'aviron' } });
  const [one] = members;
  if (!one) throw new Error('no rowing');
  expect(one.activities).toBe(1);
  const params = { id: one.id };
  const body = { ...rowing, version: one.version };
  const retyped = await organiser.refused(sports.replace, { params, body: { ...body, type: 'running' } });
  expect(retyped).toMatchObject({ status: 422, violations: [{ propertyPath: 'type' }] });
  const labels = { ...rowing.labels, en: 'Rowing machine' };
  const changed = await organiser.call(sports.replace, { params, body: { ...body, labels } });
  expect(changed.labels.en).toBe('Rowing machine');
  const query = { version: changed.version };
  expect((await organiser.refused(sports.remove, { params, query })).status).toBe(409);
  const { 'hydra:member': lines } = await organiser.call(changes.list, {
    query: { resource: 'sports', resourceId: String(one.id) },
  });
  expect(lines.map(({ action }) => action)).toEqual(['replace', 'create']);
});

it('removes a sport without activities', async () => {
  const made = await organiser.call(sports.create, { body: { ...rowing, name: 'unicycling' } });
  await organiser.call(sports.remove, { params: { id: made.id }, query: { version: made.version } });
  expect((await organiser.refused(sports.one, { params: { id: made.id } })).status).toBe(404);
});
