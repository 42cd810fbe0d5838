import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '../contract/api.ts';
import { challengeEntry } from './testing/managed-challenge.ts';
import { sendingApp } from './testing/sending-app.ts';
import { type Browser, idOf, running, type TestApp, testApp } from './testing/test-app.ts';
import { formWith, gpxFile } from './testing/workout-files.ts';

let app: TestApp;
let participant: Browser & { iri: string };
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  for (const key of ['teamsEnabled', 'allowTeamCreation'])
    await app.database.db.insertInto('configs').values({ key, value: 'true' }).execute();
  participant = await app.participant();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const refusalOn = (propertyPath: string, code?: string) => ({
  status: 422,
  violations: [{ propertyPath, ...(code ? { code } : {}) }],
});

describe('a row id', () => {
  let team: { id: number };
  beforeAll(async () => {
    await participant.call(api.teams.create, { body: { name: 'The walkers' } });
    const { 'hydra:member': teams } = await organiser.call(api.managedTeams.list, { query: {} });
    [team = { id: 0 }] = teams;
  });

  it.each([1e15, 2 ** 31, -1, 0, 1.5])('gives 404 or 422 if it is %d', async (id) => {
    const newTeam = { name: 'Another team', captainId: id };
    expect(await organiser.refused(api.managedTeams.create, { body: newTeam })).toMatchObject(
      refusalOn('captainId'),
    );
    const handOver = { params: { id: team.id }, body: { personId: id } };
    expect(await organiser.refused(api.managedTeams.handOver, handOver)).toMatchObject(refusalOn('personId'));
    const consent = { number: id, agrees: true };
    expect(await participant.refused(api.consents.decide, { body: consent })).toMatchObject(
      refusalOn('number'),
    );
  });
});

describe('texts that cannot be stored', () => {
  it('are rejected with an error on their field', async () => {
    for (const text of ['\ud800', 'a\udfff', 'a\0']) {
      const mapping = { params: { id: 1 }, body: { source: 'Garmin' as const, sportType: text } };
      expect(await organiser.refused(api.managedSportRules.mapType, mapping)).toMatchObject(
        refusalOn('sportType', 'value.invalid'),
      );
    }
    const whole = { params: { id: 1 }, body: { source: 'Garmin' as const, sportType: '🏃' } };
    await organiser.call(api.managedSportRules.mapType, whole);
  });

  it('are rejected in paths', async () => {
    const url = '/platform/api/challenge_teams/%00';
    expect((await participant.send({ method: 'GET', url })).statusCode).toBe(404);
    for (const address of ['/translations/nl/%00.json', '/platform/api/management/sports/1%00'])
      expect((await organiser.send({ method: 'GET', url: address })).statusCode).toBe(404);
  });
});

describe('numbers close to zero', () => {
  it('are rejected if rounding makes them zero', async () => {
    const rule = { kmFactor: 1, kmPerHour: 10, metresPerStep: 1, replaces: 1 };
    const change = (dailyCapKm: number) => ({ params: { id: 1 }, body: { ...rule, dailyCapKm } });
    for (const cap of [5e-324, 0.0001, 1e-7])
      expect(await organiser.refused(api.managedSportRules.change, change(cap))).toMatchObject(
        refusalOn('dailyCapKm', 'number.tooFine'),
      );
    const challenge = (changes: object) => ({ body: challengeEntry({ uri: 'small', ...changes }) });
    expect(
      await organiser.refused(api.managedChallenges.create, challenge({ kilometers: 5e-324 })),
    ).toMatchObject(refusalOn('kilometers', 'number.outOfRange'));
    const label = { en: 'trees', fr: '', nl: '' };
    const abstraction = { type: 'abstraction', abstractionLabel: label, abstractionConversion: 5e-324 };
    expect(await organiser.refused(api.managedChallenges.create, challenge(abstraction))).toMatchObject(
      refusalOn('abstractionConversion', 'number.outOfRange'),
    );
  });
});

/** The receipt of an app's call whose only workout is refused. */
const refusedItem = (propertyPath: string, code?: string) => ({
  workouts: [{ outcome: 'refused', violations: refusalOn(propertyPath, code).violations }],
});

describe('dates and times outside the calendar', () => {
  it.each(['0000-01-01', '9999-12-31', '-000001-01-01'])('are rejected (date %s)', async (day) => {
    for (const name of ['from', 'to'])
      expect(await organiser.refused(api.managedActivities.list, { query: { [name]: day } })).toMatchObject(
        refusalOn(name),
      );
    const lock = { body: { from: day, until: null } };
    expect(await organiser.refused(api.managedTeams.setLock, lock)).toMatchObject(refusalOn('from'));
    const move = { params: { id: idOf(participant) }, body: { teamId: null, from: day } };
    expect(await organiser.refused(api.managedTeams.move, move)).toMatchObject(refusalOn('from'));
    const entry = { performedAt: day, sport: running, amountType: 'km', kilometers: 1 };
    expect(await participant.refused(api.activities.create, { body: entry })).toMatchObject(
      refusalOn('performedAt'),
    );
  });

  it.each([
    '2026-11-20T10:00:00+16:00',
    '2026-11-20T10:00:00-23:59',
    '2026-11-20T10:00:00.0000000000001Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ])('are rejected (time %s)', async (startedAt) => {
    const phone = await sendingApp(participant, app.browser());
    const workout = { sport: 'running', startedAt, elapsedSeconds: 600, metres: 1000 };
    expect(await phone.send({ workouts: [workout] })).toMatchObject(refusedItem('workouts.0.startedAt'));
  });

  it('are rejected in the formats of known apps', async () => {
    const phone = await sendingApp(participant, app.browser());
    for (const at of [
      '0000-01-01 06:30:00 +0100',
      '2026-11-20 06:30:00 +1600',
      '9999-12-31 23:59:59 -0100',
    ]) {
      const workout = { name: 'Run', start: at, end: '2026-11-20 07:00:00 +0100', duration: 60 };
      expect(await phone.send({ data: { workouts: [workout] } })).toMatchObject(
        refusedItem('data.workouts.0.start', at.startsWith('0') ? 'date.tooEarly' : 'moment.invalid'),
      );
    }
    const start = '2026-11-20T06:30:00Z';
    const run = { type: 56, start_time: start, end_time: '2026-11-20T07:00:00Z' };
    for (const numbers of [
      { distance_meters: 1e308, steps: 1e308 },
      { distance_meters: 5e-324, steps: 0.1 },
    ])
      await phone.send({
        exercise: [{ ...run, ...numbers, metadata: { start_zone_offset_seconds: 60_000 } }],
      });
  });

  it.each(['0000-01-01', '0001-01-01', '1969-12-31', '1999-12-31'])(
    'are rejected in files (a workout that started on %s)',
    async (day) => {
      const file = gpxFile({ start: '2026-11-20T06:00:00Z', minutes: 5 });
      const old = Buffer.from(file.toString().replaceAll('2026-11-20', day));
      for (const save of [false, true]) {
        const url = `${api.workoutFiles.receive.path}?save=${save}`;
        const answer = await participant.send({ method: 'POST', url, ...formWith('old.gpx', old) });
        expect(answer.statusCode, answer.body).toBe(422);
      }
    },
  );
});

describe('an uploaded part', () => {
  it('is accepted without a file name', async () => {
    const { payload, headers } = formWith('x', gpxFile({ start: '2026-11-20T06:00:00Z', minutes: 5 }));
    const unnamed = Buffer.from(payload.toString().replace('; filename="x"', ''));
    const answer = await participant.send({
      method: 'POST',
      url: api.workoutFiles.receive.path,
      payload: unnamed,
      headers,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ name: '' });
  });
});

describe('two organisers who demote each other simultaneously', () => {
  it('cannot both succeed, so one organiser remains', async () => {
    const own = await testApp();
    const pair = [await own.organiser(), await own.organiser()] as const;
    for (let round = 0; round < 5; round += 1) {
      await own.database.db.updateTable('people').set({ role: 'organiser' }).execute();
      const rows = await Promise.all(
        pair.map((one) => one.call(api.managedPeople.one, { params: { id: idOf(one) } })),
      );
      const demote = (by: Browser, row: object & { id: number }) =>
        by.send({
          method: 'PUT',
          url: api.managedPeople.replace.path.replace(':id', String(row.id)),
          payload: { ...row, role: 'participant' },
        });
      const answers = await Promise.all([
        demote(pair[0], rows[1] as (typeof rows)[0]),
        demote(pair[1], rows[0] as (typeof rows)[0]),
      ]);
      // The other organiser gets 409, or 403 if demoted before their call was authorised.
      const statuses = answers.map(({ statusCode }) => statusCode).sort();
      expect(statuses[0]).toBe(200);
      expect([403, 409]).toContain(statuses[1]);
      const { count } = await own.database.db
        .selectFrom('people')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('role', '=', 'organiser')
        .executeTakeFirstOrThrow();
      expect(count).toBe(1);
    }
    await own.close();
  });
});
