import { sql } from 'kysely';
import { expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { receivedRun } from '../../testing/received-run.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { idOf, testApp } from '../../testing/test-app.ts';
import { receiveWorkouts } from '../source-records/receive-workouts.ts';
import { matchAgain } from './match-again.ts';

it('merges workouts that an earlier release counted twice, for each person listed in people_to_match', async () => {
  const app = await testApp();
  const { db } = app.database;
  await addChallenge(db, 'november', '2026-11-01', '2026-11-30');
  const person = await app.participant();
  const receive = (source: 'Garmin' | 'Strava', day: number) => {
    const startedAt = receivedRun().startedAt.subtract({ hours: 24 * day });
    return receiveWorkouts(db, idOf(person), source, [receivedRun({ startedAt })], app.clock.now);
  };
  await receive('Garmin', 0);
  await receive('Strava', 3);
  // Gives both records the same time, as if an earlier release had considered them different workouts.
  await sql`
    update source_records set started_at = other.started_at, performed_on = other.performed_on
    from source_records as other
    where source_records.source = 'Strava' and other.source = 'Garmin'`.execute(db);
  const kilometres = async () =>
    (await person.call(activities.list, { query: { person: person.iri } }))['hydra:member'].map(
      ({ challengeKms }) => challengeKms,
    );
  expect(await kilometres()).toEqual([5, 5]);
  await matchAgain(db, app.clock.now);
  expect(await kilometres()).toEqual([5, 5]);
  await db
    .insertInto('people_to_match')
    .values({ person_id: idOf(person) })
    .execute();
  await matchAgain(db, app.clock.now);
  expect(await kilometres()).toEqual([5]);
  await expectSumsToHold(db);
  expect(await db.selectFrom('people_to_match').selectAll().execute()).toEqual([]);
  await app.close();
});
