import { afterAll, beforeAll, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as changes from '../../contract/managed/changes.ts';
import { sports } from '../../contract/managed/sports.ts';
import * as publicSports from '../../contract/sports.ts';
import { usualSports } from '../../contract/usual-sports.ts';
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

it('adds a sport that people can choose at once, and counts as its type usually does', async () => {
  const made = await organiser.call(sports.create, { body: rowing });
  expect(made).toMatchObject({ approved: true, kmPerHour: 5, metresPerStep: 0.7, rule: 1, activities: 0 });
  const { 'hydra:member': shown } = await participant.call(publicSports.list, {});
  expect(shown.find(({ id }) => id === made.id)?.labels).toContainEqual({ language: 'fr', label: 'Aviron' });
  expect((await log(made.id)).challengeKms).toBe(5);
  const taken = await organiser.refused(sports.create, { body: rowing });
  expect(taken).toMatchObject({ status: 422, violations: [{ propertyPath: 'name' }] });
});

it('names a sport by its label where no name is written, and lets it count by a rule from the beginning', async () => {
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

it('adds every usual sport as it stands in the list', async () => {
  for (const [name, sport] of Object.entries(usualSports)) {
    if (name === 'rowing') continue;
    const made = await organiser.call(sports.create, { body: { name: `usual ${name}`, ...sport } });
    expect(made).toMatchObject({ approved: true, ...sport });
  }
});

it('keeps the type and the sport itself once it is in use, and lets its names change', async () => {
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

it('removes one that nobody has done anything in', async () => {
  const made = await organiser.call(sports.create, { body: { ...rowing, name: 'unicycling' } });
  await organiser.call(sports.remove, { params: { id: made.id }, query: { version: made.version } });
  expect((await organiser.refused(sports.one, { params: { id: made.id } })).status).toBe(404);
});
