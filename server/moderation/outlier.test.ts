import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Source } from '../../contract/activities.ts';
import * as activities from '../../contract/activities.ts';
import { receiveWorkouts } from '../activities/source-records/receive-workouts.ts';
import type { Workout } from '../activities/source-records/workout.ts';
import { logKilometers, moderationCalls, runRegularly } from '../testing/moderation.ts';
import { receivedRun } from '../testing/received-run.ts';
import { type Browser, idOf, running, swimming, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;
let person: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
beforeEach(async () => {
  person = await app.participant();
});
afterAll(() => app.close());

const { items, decide } = moderationCalls(() => organiser);
const found = async (query?: object) => {
  const all = await items(query);
  return all.filter(({ personId }) => personId === idOf(person));
};
const receive = (source: Source, changes: Partial<Workout> = {}) =>
  receiveWorkouts(app.database.db, idOf(person), source, [receivedRun(changes)], app.clock.now);
const replace = (uuid: string, kilometers: number) =>
  person.call(activities.replace, {
    params: { uuid },
    body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers },
  });

it('finds outliers that exceed three times the median of at least five activities, even by one metre', async () => {
  for (const day of [10, 11, 12, 13]) await logKilometers(person, 5, `2026-11-${day}`);
  await logKilometers(person, 40, '2026-11-15');
  expect(await found()).toEqual([]);
  const { challengeKms } = await logKilometers(person, 15, '2026-11-16');
  // The median of 5, 5, 5, 5 and 40 is 5. Fifteen is three times the median, but does not exceed it.
  expect(challengeKms).toBe(15);
  expect(await found()).toEqual([]);
  await logKilometers(person, 15.001, '2026-11-17');
  expect(await found()).toMatchObject([
    {
      kind: 'outlier',
      finding: { kind: 'habit', measured: 15.001, bound: 15, source: null },
      activity: { performedAt: '2026-11-17', kilometers: 15.001, sportType: 'running', counts: true },
    },
  ]);
});

it('finds outliers by comparing an activity with the latest twenty of its sport type that count', async () => {
  await runRegularly(person);
  await logKilometers(person, 90, '2026-11-18', swimming);
  expect(await found()).toEqual([]);
  for (let day = 1; day <= 20; day += 1)
    await logKilometers(person, 14, `2026-11-${String(day).padStart(2, '0')}`);
  await logKilometers(person, 20, '2026-11-20');
  expect(await found()).toEqual([]);
});

it('finds outliers on days whose total exceeds the world record, and names the record’s holder', async () => {
  await logKilometers(person, 200);
  await logKilometers(person, 119.615);
  const [of119] = (await found()).filter(({ activity }) => activity?.kilometers === 119.615);
  expect(of119?.finding).toMatchObject({
    kind: 'day',
    measured: 319.615,
    bound: 319.614,
    source: expect.stringContaining('Sorokin'),
  });
});

it('finds outliers of people with fewer than five activities, if they exceed the usual maximum', async () => {
  await logKilometers(person, 42.195);
  expect(await found()).toEqual([]);
  const body = { performedAt: '2026-11-20', sport: running, amountType: 'time', time: '23:59:00' } as const;
  await person.call(activities.create, { body });
  expect(await found()).toMatchObject([
    { finding: { kind: 'usual', bound: 42.195, source: expect.stringContaining('Marathon') } },
  ]);
});

it('finds outliers that are faster than the world record, until they are corrected', async () => {
  await receive('Garmin', { metres: 12_000 });
  expect(await found()).toMatchObject([
    { finding: { kind: 'speed', measured: 24, bound: 23.83, source: expect.stringContaining('Cheptegei') } },
  ]);
  await receive('Garmin', { metres: 11_000 });
  expect(await found()).toEqual([]);
});

it('reports an outlier only once, unless it later exceeds the amount that was decided on', async () => {
  await runRegularly(person);
  const { uuid } = await logKilometers(person, 50);
  await replace(uuid, 60);
  const [item] = await found();
  if (!item) throw new Error('no case found');
  expect(item.finding).toMatchObject({ measured: 60 });
  await decide(item, 'accept');
  await replace(uuid, 55);
  expect(await found()).toEqual([]);
  await replace(uuid, 61);
  expect(await found()).toMatchObject([{ id: item.id, decisions: [{ decision: 'accept' }] }]);
  await person.call(activities.remove, { params: { uuid } });
  expect(await found({})).toEqual([]);
});

it('closes an outlier’s case if the activity is corrected before a decision', async () => {
  await runRegularly(person);
  const { uuid } = await logKilometers(person, 50);
  expect(await found()).toHaveLength(1);
  await replace(uuid, 5);
  expect(await found({})).toEqual([]);
});
