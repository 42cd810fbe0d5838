import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import * as workouts from '../../../contract/workouts.ts';
import { irisUnder } from '../../kit/iris.ts';
import { findPerson } from '../../people/person.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { receivedRun } from '../../testing/received-run.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { type Browser, idOf, running, type TestApp, testApp } from '../../testing/test-app.ts';
import { createActivity, removeActivity } from '../entries/activity-entry.ts';
import { receiveWorkouts } from '../source-records/receive-workouts.ts';
import { compareEntries } from './missed-comparisons.ts';

let app: TestApp;
let person: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
});
beforeEach(async () => {
  person = await app.participant();
});
afterAll(() => app.close());

const kilometres = async () => {
  const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
  return members.map(({ challengeKms }) => challengeKms);
};
const look = () => compareEntries(app.database.db, app.clock.now);
const receive = () =>
  receiveWorkouts(app.database.db, idOf(person), 'Garmin', [receivedRun()], app.clock.now);
const entry = activities.create.body.parse({
  performedAt: '2026-11-20',
  sport: running,
  amountType: 'km',
  kilometers: '5',
});

/** Simulates a process that stores or removes an entry and crashes before comparing it. */
async function half<Result>(
  work: (known: NonNullable<Awaited<ReturnType<typeof findPerson>>>) => Promise<Result>,
): Promise<Result> {
  const known = await findPerson(app.database.db, idOf(person));
  if (!known) throw new Error('nobody');
  return work(known);
}

it('counts an entry once after a missed comparison, and changes nothing on a second run', async () => {
  await receive();
  const clock = { now: app.clock.now, today: Temporal.PlainDate.from('2026-11-21') };
  await half((known) => createActivity(app.database.db, irisUnder('/'), known, entry, clock));
  expect(await kilometres()).toEqual([5, 5]);
  for (const _ of [1, 2]) {
    await look();
    expect(await kilometres()).toEqual([5]);
    await expectSumsToHold(app.database.db);
  }
});

it('counts a service’s workout again if the process crashed while removing the entry that counted in its place', async () => {
  await receive();
  const { uuid } = await person.call(activities.create, {
    body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: '5' },
  });
  const { 'hydra:member': records } = await person.call(workouts.records, { params: { uuid } });
  const record = records.find(({ source }) => source === 'manual')?.uuid ?? '';
  const chosen = await person.call(workouts.choose, { params: { uuid }, body: { record } });
  await half((known) => removeActivity(app.database.db, known, chosen.uuid, app.clock.now));
  expect(await kilometres()).toEqual([]);
  for (const _ of [1, 2]) {
    await look();
    expect(await kilometres()).toEqual([5]);
    await expectSumsToHold(app.database.db);
  }
});
