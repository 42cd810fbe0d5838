import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import * as activities from '../../../../contract/activities.ts';
import * as teams from '../../../../contract/teams.ts';
import { expectSumsToHold } from '../../../testing/sums.ts';
import { running, type TestApp, testApp } from '../../../testing/test-app.ts';
import { formWith, gpxFile, zip } from '../../../testing/workout-files.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  for (const key of ['teamsEnabled', 'allowTeamCreation'])
    await app.database.db.insertInto('configs').values({ key, value: 'true' }).execute();
});
afterAll(() => app.close());

// The embedded database has only one connection, so a second transaction cannot hold a lock.
it.skipIf(inject('template').engine === 'embedded')(
  'saves a file with many workouts without blocking other people',
  async () => {
    const { db } = app.database;
    const [anna, ben] = [await app.participant(), await app.participant()];
    const { uuid } = await anna.call(teams.create, { body: { name: 'The walkers' } });
    await ben.call(teams.join, { params: { uuid } });
    const archive = zip({
      'a.gpx': gpxFile({ start: '2026-11-21T06:00:00Z', minutes: 30 }),
      'b.gpx': gpxFile({ start: '2026-10-20T06:00:00Z', minutes: 30 }),
    });
    const send = async () => {
      const url = '/platform/api/workout_files?save=true';
      return (await anna.send({ method: 'POST', url, ...formWith('year.zip', archive) })).statusCode;
    };
    const saved = async () => (await db.selectFrom('activities').select('id').execute()).length;

    // This transaction makes the second workout wait for the standings row of its month.
    const held = await db.startTransaction().execute();
    const personId = Number(anna.iri.split('/').at(-1));
    await held
      .insertInto('standings')
      .values({ board: 'month:2026-10', sport: 'all', person_id: personId, activities: 0, metres: 0 })
      .execute();
    const sending = send();
    try {
      await expect.poll(saved, { timeout: 10_000 }).toBe(1);
      const body = { performedAt: '2026-11-21', sport: running, amountType: 'km', kilometers: 1 } as const;
      await ben.call(activities.create, { body });
    } finally {
      await held.rollback().execute();
    }
    // If the upload timed out while it waited, send the file again to save the rest.
    if ((await sending) === 503) expect(await send()).toBe(200);
    expect(await saved()).toBe(3);
    await expectSumsToHold(db);
  },
);
