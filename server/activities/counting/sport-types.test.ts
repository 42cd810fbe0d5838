import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '../../../contract/activities.ts';
import * as activities from '../../../contract/activities.ts';
import { knownSportTypes } from '../../sports/known-sport-types.ts';
import { sportFor } from '../../sports/sport-mapping.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { doTask } from '../../testing/tasks.ts';
import { type Browser, idOf, type TestApp, testApp } from '../../testing/test-app.ts';
import { receiveWorkouts } from '../source-records/receive-workouts.ts';
import { mapSportType } from './sport-changes.ts';

let app: TestApp;
let person: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  await addChallenge(db, 'november', '2026-11-01', '2026-11-30');
  await db
    .insertInto('sports')
    .values([
      { name: 'cycling', type: 'cycling', approved: true, km_per_hour: 20 },
      { name: 'walking', type: 'walking', approved: true, km_per_hour: 5 },
      { name: 'yoga', type: 'other', approved: true, km_per_hour: 3, has_distance: false },
    ])
    .execute();
  person = await app.participant();
});
afterAll(() => app.close());

const sportOf = async (source: string, type: string) => {
  const { db } = app.database;
  const id = await sportFor(db, source, type, { personId: idOf(person), now: app.clock.now });
  return db
    .selectFrom('sports')
    .select(['id', 'name', 'type', 'approved', 'km_factor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
};
const receive = (source: Source, sportType: string, externalId: string) =>
  receiveWorkouts(
    app.database.db,
    Number(person.iri.split('/').at(-1)),
    source,
    [
      {
        externalId,
        startedAt: Temporal.Instant.from('2026-11-20T08:00:00Z').add({ minutes: Number(externalId) * 90 }),
        utcOffsetMinutes: 60,
        elapsedSeconds: 3600,
        movingSeconds: null,
        metres: 4000,
        steps: null,
        sportType,
        name: null,
        device: null,
        isManual: false,
        viewUrl: null,
        cameFrom: null,
      },
    ],
    app.clock.now,
  );
const kilometres = async () => {
  const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
  return members.map(({ challengeKms }) => challengeKms);
};

describe('a service’s sport type', () => {
  it.each(Object.entries(knownSportTypes))(
    'maps to a sport of the expected type when sent by %s',
    async (source, types) => {
      for (const [type, words] of Object.entries(types))
        for (const word of words.trim().split(/\s+/)) {
          const sport = await sportOf(source, word);
          // Motor sports and games do not count until an organiser approves them.
          if (sport.approved) expect([word, sport.type]).toEqual([word, type]);
          else expect([word, sport.km_factor]).toEqual([word, 0]);
        }
    },
  );

  it('maps to the sport of the same name', async () => {
    expect(await sportOf('Polar', 'YOGA')).toMatchObject({ name: 'yoga' });
    expect(await sportOf('Strava', 'Yoga')).toMatchObject({ name: 'yoga' });
    expect(await sportOf('Strava', 'Swim')).toMatchObject({ name: 'swimming' });
    expect(await sportOf('Strava', 'Padel')).toMatchObject({ name: 'other' });
    expect(await sportOf('token', 'cycling')).toMatchObject({ name: 'cycling' });
  });

  it('maps to the sport that an organiser chooses, including for earlier workouts', async () => {
    await receive('Garmin', 'SNOWKITE', '2');
    expect(await kilometres()).toContain(0);
    const cycling = await sportOf('token', 'cycling');
    await doTask(app, (tx, ask, decision) =>
      mapSportType(tx, ask, 'Garmin', 'SNOWKITE', cycling.id, decision),
    );
    expect(await kilometres()).not.toContain(0);
    await receive('Garmin', 'SnowKite', '3');
    expect((await sportOf('Garmin', 'SNOWKITE')).id).toBe(cycling.id);
    await expectSumsToHold(app.database.db);
  });

  it('can be mapped even if it is longer than the limit for sport names', async () => {
    const long = `  Snorkelling in the ${'very '.repeat(20)}cold sea`;
    const cycling = await sportOf('token', 'cycling');
    await receive('token', long, '5');
    await doTask(app, (tx, ask, decision) => mapSportType(tx, ask, 'token', long, cycling.id, decision));
    await receive('token', long, '7');
    const sports = await app.database.db
      .selectFrom('source_records')
      .select('sport_id')
      .where('external_id', 'in', ['5', '7'])
      .execute();
    expect(sports).toEqual([{ sport_id: cycling.id }, { sport_id: cycling.id }]);
  });
});
