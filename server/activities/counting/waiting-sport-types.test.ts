import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import * as rules from '../../../contract/managed/sport-rules.ts';
import * as managed from '../../../contract/managed/sports.ts';
import * as sports from '../../../contract/sports.ts';
import { unknownSport } from '../../sports/sport.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { sendingApp } from '../../testing/sending-app.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { finishTask } from '../../testing/tasks.ts';
import { type Browser, idOf, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;
let person: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
  person = await app.participant();
});
afterAll(() => app.close());

const run = (sport: string, number: number) => ({
  id: `${number}`,
  sport,
  startedAt: Temporal.Instant.from('2026-11-01T06:00:00Z')
    .add({ minutes: number * 90 })
    .toString(),
  elapsedSeconds: 1800,
  kilometers: 4,
});
const listed = async (browser: Browser) => (await browser.call(sports.list, {}))['hydra:member'];
const waiting = async () => {
  const { 'hydra:member': types } = await organiser.call(rules.listTypes, { query: {} });
  return types.filter(({ sportId }) => sportId === null);
};
const shown = async () => {
  const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
  return members;
};

it('keeps up to 20 unknown sport names per person and creates no sports', async () => {
  const before = await listed(person);
  const phone = await sendingApp(person, app.browser());
  const names = Array.from({ length: 30 }, (_, number) => `rude word ${number}`);
  await phone.send({ workouts: names.map(run) });
  expect(await listed(person)).toEqual(before);
  expect(before.every(({ approved }) => approved)).toBe(true);
  const { 'hydra:totalItems': total } = await organiser.call(managed.sports.list, { query: {} });
  expect(total).toBe(before.length);
  const words = await waiting();
  expect(words).toHaveLength(20);
  expect(words[0]).toMatchObject({ source: 'token', sportType: 'rude_word_0', records: 1 });
  // Unknown sport names are not shown on activities.
  const [activity] = await shown();
  expect(activity?.sport).toMatchObject({ id: unknownSport });
  expect(activity?.challengeKms).toBe(0);
  expect(JSON.stringify(await shown())).not.toContain('rude');
  // The limit applies to each person separately, and waiting for a day does not lift it.
  const other = await sendingApp(await app.participant(), app.browser());
  await other.send({ workouts: [run('Sack race', 1)] });
  expect(await waiting()).toHaveLength(21);
  app.clock.now = app.clock.now.add({ hours: 25 });
  await phone.send({ workouts: [run('rude word 29', 29)] });
  expect(await waiting()).toHaveLength(21);
  await expectSumsToHold(app.database.db);
});

it('counts received workouts after an organiser has mapped their sport name', async () => {
  const body = { source: 'token', sportType: 'rude_word_3' } as const;
  const task = await organiser.call(rules.mapType, { params: { id: 1 }, body });
  await finishTask(app, task.id);
  expect((await waiting()).map(({ sportType }) => sportType)).not.toContain('rude_word_3');
  const counted = app.database.db.selectFrom('activities').select('counted_metres').where('sport_id', '=', 1);
  expect(await counted.execute()).toEqual([{ counted_metres: 4000 }]);
  await expectSumsToHold(app.database.db);
});

it('returns 404 if an organiser loads or approves the placeholder for unknown sports, or maps a name to it', async () => {
  const params = { id: unknownSport };
  const rule = { kmFactor: 1, kmPerHour: 5, metresPerStep: 0.7, dailyCapKm: null };
  expect((await organiser.refused(rules.approve, { params, body: rule })).status).toBe(404);
  expect((await organiser.refused(managed.sports.one, { params })).status).toBe(404);
  expect(
    (await organiser.refused(rules.mapType, { params, body: { source: 'file', sportType: 'x' } })).status,
  ).toBe(404);
});

it('loses no activities when migrating sports that earlier versions created for unknown names', async () => {
  const { db } = app.database;
  const old = await db
    .insertInto('sports')
    .values({ name: 'unicycle polo', type: 'other', approved: false, km_factor: 0, km_per_hour: 5 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const kept = await db
    .insertInto('sports')
    .values({ name: 'kept', type: 'other', approved: false, km_per_hour: 5 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sport_mappings')
    .values([
      { source: 'token', sport_type: 'unicycle_polo', sport_id: old.id },
      { source: 'token', sport_type: 'kept', sport_id: kept.id },
    ])
    .execute();
  const phone = await sendingApp(person, app.browser());
  await phone.send({ workouts: [run('Unicycle Polo', 100), run('Unicycle Polo', 101), run('kept', 102)] });
  const gone = await app.participant();
  await (await sendingApp(gone, app.browser())).send({ workouts: [run('Unicycle Polo', 100)] });
  const ofSport = (id: number) =>
    db.selectFrom('activities').select('id').where('sport_id', '=', id).orderBy('id').execute();
  const before = await ofSport(old.id);
  expect(before).toHaveLength(3);
  const file = await readFile(
    new URL('../../db/migrations/0022-waiting-sport-types.sql', import.meta.url),
    'utf8',
  );
  const moving = file.slice(file.indexOf('create temporary table'));
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('waiting_sport_types').execute();
    // The migration knows the table by its earlier name.
    await sql`alter table source_records rename to workouts`.execute(tx);
    await sql.raw(moving).execute(tx);
    await sql`alter table workouts rename to source_records`.execute(tx);
  });
  expect(await ofSport(unknownSport)).toEqual(expect.arrayContaining(before));
  expect(await ofSport(kept.id)).toHaveLength(1);
  expect(await db.selectFrom('sports').where('id', '=', old.id).selectAll().execute()).toEqual([]);
  expect(await waiting()).toMatchObject([{ source: 'token', sportType: 'unicycle_polo', records: 3 }]);
  await expectSumsToHold(db);
  const body = { source: 'token', sportType: 'Unicycle_Polo' } as const;
  await finishTask(app, (await organiser.call(rules.mapType, { params: { id: 1 }, body })).id);
  expect((await ofSport(1)).map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  expect(idOf(gone)).toBeGreaterThan(0);
  await expectSumsToHold(db);
});
