import { afterAll, beforeAll, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as changes from '../../contract/managed/changes.ts';
import * as rules from '../../contract/managed/sport-rules.ts';
import * as tasks from '../../contract/managed/tasks.ts';
import * as sports from '../../contract/sports.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { finishTask } from '../testing/tasks.ts';
import { type Browser, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;
let anna: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  anna = await app.participant('Anna');
});
afterAll(() => app.close());

const rule = { kmFactor: 2, kmPerHour: 10, metresPerStep: 0.7, dailyCapKm: 30 };
const logs = async (action: string) =>
  (await organiser.call(changes.list, { query: { resource: 'sports', action } }))['hydra:member'];

it('changes a sport’s rule, reports progress, and refuses a second concurrent change', async () => {
  const body = {
    performedAt: '2026-11-20',
    sport: '/platform/api/sports/1',
    amountType: 'km',
    kilometers: '20',
  };
  const entry = await anna.call(activities.create, { body: body as never });
  const change = { params: { id: 1 }, body: { ...rule, replaces: 1 } };
  const task = await organiser.call(rules.change, change);
  expect(task).toMatchObject({ kind: 'recount-sport', state: 'waiting', askedBy: 'Organiser Dubois' });
  const second = await (await app.organiser()).refused(rules.change, change);
  expect(second).toMatchObject({ status: 409, title: 'Changed in the meantime' });
  await finishTask(app, task.id);
  const done = await organiser.call(tasks.one, { params: { id: task.id } });
  expect(done).toMatchObject({ state: 'done', done: 1, total: 1 });
  expect((await anna.call(activities.one, { params: { uuid: entry.uuid } })).challengeKms).toBe(30);
  const versions = (await organiser.call(rules.list, { params: { id: 1 } }))['hydra:member'];
  expect(versions).toMatchObject([
    { version: 2, kmFactor: 2, dailyCapKm: 30, setBy: 'Organiser Dubois' },
    { version: 1, kmFactor: 1, dailyCapKm: null, since: null, setBy: null },
  ]);
  expect(await logs('rule')).toMatchObject([
    { before: { kmFactor: 1 }, after: { kmFactor: 2, dailyCapKm: 30 } },
  ]);
  await expectSumsToHold(app.database.db);
});

it('lists tasks sorted by progress, and refuses invalid rules', async () => {
  const query = { state: 'done', 'order[id]': 'desc' } as const;
  const done = await organiser.call(tasks.list, { query });
  expect(done['hydra:member'].map(({ state }) => state)).toEqual(['done']);
  const fields = async (changed: object) => {
    const problem = await organiser.refused(rules.change, {
      params: { id: 1 },
      body: { ...rule, replaces: 2, ...changed },
    });
    return problem.violations?.map(({ propertyPath }) => propertyPath);
  };
  expect(await fields({ kmFactor: -1 })).toEqual(['kmFactor']);
  expect(await fields({ kmPerHour: 1000 })).toEqual(['kmPerHour']);
  expect(await fields({ metresPerStep: 0.7001 })).toEqual(['metresPerStep']);
  expect(await fields({ dailyCapKm: 0 })).toEqual(['dailyCapKm']);
});

it('approves a sport that people could not choose yet', async () => {
  const { id } = await app.database.db
    .insertInto('sports')
    .values({ name: 'unicycle polo', type: 'other', approved: false, km_factor: 0, km_per_hour: 5 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const approved = await organiser.call(rules.approve, { params: { id }, body: rule });
  await finishTask(app, approved.id);
  const all = (await anna.call(sports.list, {}))['hydra:member'];
  expect(all.find((sport) => sport.id === id)).toMatchObject({ approved: true, kmFactor: 2, dailyCapKm: 30 });
});

it('maps a service’s sport name to a sport, and later to another sport', async () => {
  const body = { source: 'Garmin', sportType: 'UNICYCLE_POLO' } as const;
  const map = async (id: number) =>
    finishTask(app, (await organiser.call(rules.mapType, { params: { id }, body })).id);
  await map(2);
  await map(1);
  const types = (await organiser.call(rules.listTypes, { query: { sportId: '1' } }))['hydra:member'];
  expect(types).toMatchObject([{ source: 'Garmin', sportType: 'unicycle_polo', sportId: 1, records: 0 }]);
  expect(await logs('map')).toMatchObject([{ before: { sportId: 2 }, after: { sportId: 1 } }, {}]);
});
