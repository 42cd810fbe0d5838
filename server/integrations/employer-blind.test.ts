import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import { api } from '../../contract/api.ts';
import * as couplings from '../../contract/couplings.ts';
import * as ingest from '../../contract/ingest.ts';
import type { Operation } from '../../contract/kit/operation.ts';
import * as managed from '../../contract/managed/activities.ts';
import * as sportRules from '../../contract/managed/sport-rules.ts';
import * as rankings from '../../contract/rankings.ts';
import * as workouts from '../../contract/workouts.ts';
import type { Recording } from '../../simulators/recording.ts';
import type { Db } from '../db/db.ts';
import { encryptorOf } from '../db/encryption.ts';
import { readPersonalData } from '../people/import-export/personal-data.ts';
import { servicesOf } from '../testing/connected-people.ts';
import { type ConnectingApp, connectingApp } from '../testing/connecting-app.ts';
import { sendingApp } from '../testing/sending-app.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { finishTask } from '../testing/tasks.ts';
import { type Browser, idOf, running, swimming, testSecret } from '../testing/test-app.ts';
import { formWith, gpxFile } from '../testing/workout-files.ts';
import { planPolls } from './reading/polls.ts';

function start(text: string) {
  return Temporal.Instant.from(text);
}

/** The details of workouts that the tests search for. */
const secretsOfWorkouts = {
  titles: ['Dawn intervals', 'Evening errand', 'Picnic with the team', 'Cemetery loop', 'Physio ride'],
  devices: ['forerunner955', 'Forerunner 955', 'ELEMNT BOLT', 'Bolt of Anna'],
  times: ['2026-11-20T05:31', '2026-11-19T17:02', '2026-11-18T07:13', '2026-11-17T15:44'].flatMap(formsOf),
  externalIds: ['physio-8241', 'day-steps 2026-11-16'],
  sportTypes: ['TRAIL_RUNNING', 'trail_running', 'GravelRide', 'gravelride', 'underwater_hockey_league'],
};

/** The forms in which a start can be written: ISO and SQL, in UTC and local time, and as seconds and milliseconds. */
function formsOf(utc: string): string[] {
  const at = start(`${utc}:00Z`);
  const local = at.add({ hours: 1 }).toString().slice(0, 16);
  return [utc, local]
    .flatMap((text) => [text, text.replace('T', ' ')])
    .concat(String(at.epochMilliseconds / 1000));
}

/** A platform on which people have logged workouts, and the ids that the services gave to members and workouts. */
interface Story {
  app: ConnectingApp;
  anna: Browser & { iri: string; email: string };
  ben: Browser & { iri: string; email: string };
  organiser: Browser & { iri: string; email: string };
  ids: string[];
}

const recording = (changes: Partial<Recording>): Recording => ({
  startedAt: start('2026-11-20T05:31:00Z'),
  utcOffsetMinutes: 60,
  elapsedSeconds: 3671,
  metres: 10_070,
  sportType: 'TRAIL_RUNNING',
  name: 'Dawn intervals',
  device: 'forerunner955',
  ...changes,
});

/** Creates a platform with entries, and with workouts from two services, a file and an app on a phone. */
async function live(detailsKey: string | undefined): Promise<Story> {
  const app = await connectingApp(detailsKey);
  await app.database.db
    .insertInto('sports')
    .values([
      { name: 'cycling', type: 'cycling', approved: true, km_per_hour: 20 },
      { name: 'walking', type: 'walking', approved: true, km_per_hour: 5 },
    ])
    .execute();
  const [anna, ben, organiser] = [
    await app.participant('Anna'),
    await app.participant('Ben'),
    await app.organiser(),
  ];
  const { Garmin, Strava } = servicesOf(app);
  const [garminId, stravaId] = [Garmin.member(), Strava.member()];
  expect(await app.couple(anna, 'Garmin', garminId)).toContain('Success=true');
  expect(await app.couple(anna, 'Strava', stravaId)).toContain('Success=true');
  const run = await Garmin.record(garminId, recording({}));
  await expectActivities(anna, 1);
  const ride = await Strava.record(
    stravaId,
    recording({
      ...{ startedAt: start('2026-11-19T17:02:00Z'), sportType: 'GravelRide', name: 'Evening errand' },
      ...{ elapsedSeconds: 4210, metres: 25_300, device: 'ELEMNT BOLT' },
    }),
  );
  await expectActivities(anna, 2);
  await saveFile(anna);
  const phone = await sendingApp(anna, app.browser());
  const physio = {
    ...{ externalId: 'physio-8241', sport: 'Cycling', startedAt: '2026-11-17T16:44:00+01:00' },
    ...{ elapsedSeconds: 1810, kilometers: 12.3, name: 'Physio ride', device: 'Bolt of Anna' },
  };
  const unknown = { ...physio, externalId: 'physio-8242', startedAt: '2026-11-15T16:00:00+01:00' };
  await phone.send({
    workouts: [
      physio,
      // The service has reported this run too, so it counts once.
      {
        ...{ externalId: 'physio-8240', sport: 'Running', startedAt: '2026-11-20T06:31:20+01:00' },
        ...{ elapsedSeconds: 3660, kilometers: 10.1, name: 'Dawn intervals', device: 'Bolt of Anna' },
      },
      { ...unknown, sport: 'underwater_hockey_league', name: 'League' },
    ],
    days: [{ date: '2026-11-16', steps: 8000 }],
  });
  await anna.call(activities.create, { body: { ...byHand, kilometers: 7, info: 'Picnic with the team' } });
  // This entry may be the run that the service reported, so it waits.
  await anna.call(activities.create, {
    body: { ...byHand, performedAt: '2026-11-20', kilometers: 10, info: 'Dawn intervals' },
  });
  await ben.call(activities.create, { body: { ...byHand, kilometers: 5, info: 'Picnic with the team' } });
  return { app, anna, ben, organiser, ids: [garminId, stravaId, run, ride].map(String) };
}

const byHand = { performedAt: '2026-11-14', sport: running, amountType: 'km' } as const;

const own = async (person: Browser & { iri: string }) =>
  (await person.call(activities.list, { query: { person: person.iri } }))['hydra:member'];

const expectActivities = (person: Browser & { iri: string }, count: number) =>
  vi.waitFor(async () => expect(await own(person)).toHaveLength(count), { timeout: 60_000, interval: 200 });

async function saveFile(person: Browser): Promise<void> {
  const file = gpxFile(
    { start: '2026-11-18T07:13:00Z', minutes: 40, step: 100 },
    { type: 'walking', name: 'Cemetery loop' },
  );
  const { payload, headers } = formWith('cemetery.gpx', file);
  const url = '/platform/api/workout_files?save=true';
  const response = await person.send({ method: 'POST', url, payload, headers });
  expect(response.statusCode).toBe(200);
}

/** Returns every row of every table as text, keyed by the table's name. */
async function dump(db: Db): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) order by 1`.execute(
    db,
  );
  const dumped = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: string;
    }>`select to_jsonb(one)::text as row from ${sql.raw(name)} as one`.execute(db);
    dumped.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return dumped;
}

/** Decrypts every text in the dump that the server's secret can decrypt. Tries each place that a text may belong to. */
async function decrypted(db: Db, dumped: Map<string, string>): Promise<string> {
  const people = await db.selectFrom('people').select('id').execute();
  const kept = await db.selectFrom('idempotency_keys').select('id').execute();
  const memory = await db.selectFrom('service_memory').select(['platform', 'key']).execute();
  const places = [
    ...kept.map(({ id }) => id),
    ...memory.map(({ platform, key }) => `${platform} ${key}`),
    ...people.flatMap(({ id }) => [
      `details of ${id}`,
      ...['Fitbit', 'Garmin', 'Polar', 'Strava'].map((platform) => `tokens ${id} ${platform}`),
    ]),
    ...Array.from({ length: 20 }, (_, id) => `read of ${id}`),
    ...['webhook', 'proof of the details key'],
  ];
  const encryptor = encryptorOf(testSecret);
  const found: string[] = [];
  for (const text of dumped.values())
    for (const [candidate] of text.matchAll(/[\w-]{40,}/g))
      for (const place of places)
        try {
          found.push(encryptor.decrypt(place, candidate));
          break;
        } catch {
          // Encrypted for another place or with another key, or not encrypted at all.
        }
  return found.join('\n');
}

/** Tables with data about the platform or about services, but not about people. */
const aboutNobody =
  /^(kysely_migration|configs|service_\w+|sports|sport_\w+|jobs\.\w+|menu_items|progress_maps)$/;

/** Returns the responses that a person gets to all reading calls without path parameters. */
async function everything(person: Browser): Promise<string[]> {
  const reads = Object.values(api)
    .flatMap((calls) => Object.values(calls) as Operation[])
    .filter(({ method, path, changesState }) => method === 'GET' && !path.includes(':') && !changesState);
  const answers = [];
  for (const { path } of reads) {
    const { body } = await person.send({ method: 'GET', url: path });
    answers.push(body);
  }
  return answers;
}

/** Returns the details of workouts that the dump contains, by category. */
function findIn(dumped: Map<string, string>, plain: string, { ids }: Pick<Story, 'ids'>) {
  const all = `${[...dumped.values()].join('\n')}\n${plain}`;
  const aboutPeople = [...dumped].filter(([name]) => !aboutNobody.test(name)).map(([, text]) => text);
  return {
    titles: secretsOfWorkouts.titles.filter((text) => all.includes(text)),
    devices: secretsOfWorkouts.devices.filter((text) => all.includes(text)),
    times: secretsOfWorkouts.times.filter((text) => all.includes(text)),
    ids: [...ids, ...secretsOfWorkouts.externalIds].filter((text) => all.includes(text)),
    urls: ['/strava/activities/', '/garmin/app/activity/'].filter((text) => all.includes(text)),
    sources: sources
      .filter((pattern) => aboutPeople.some((text) => pattern.test(text)) || pattern.test(plain))
      .map(String),
    sportTypes: secretsOfWorkouts.sportTypes.filter((text) => aboutPeople.some((one) => one.includes(text))),
  };
}

const sources = [/garmin/i, /strava/i, /"(file|token)"/];

const key = 'the details key of the tests, long enough';
let on: Story;
let off: Story;

beforeAll(async () => {
  on = await live(key);
  off = await live(undefined);
}, 240_000);
afterAll(async () => {
  await on?.app.close();
  await off?.app.close();
});

describe('a copy of the database together with SECRET', () => {
  // claim: employer-blind
  it('contains no title, time, source or device of a workout in employer-blind mode', async () => {
    const { db } = on.app.database;
    const dumped = await dump(db);
    const plain = await decrypted(db, dumped);
    expect(findIn(dumped, plain, on)).toEqual({
      ...{ titles: [], devices: [], times: [], ids: [], urls: [], sources: [] },
      // Organisers map unknown sport names, but do not learn who sent them or from which source.
      sportTypes: ['underwater_hockey_league'],
    });
    // The time at which a workout arrived is not stored either.
    for (const table of ['activities', 'source_records', 'cases'])
      expect(dumped.get(table), table).not.toMatch(/2026-11-21T1/);
    expect(dumped.get('waiting_sport_types')).toContain('"person_id": null');
    // The queue keeps webhook calls for a while after they have been processed.
    const calls = [...dumped.values()]
      .flatMap((rows) => rows.split('\n'))
      .filter((row) => row.includes('"name": "notices"') && row.includes('"completed_on"'));
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.filter((row) => /garmin|strava|2026-11-21T/i.test(row))).toEqual([]);
    expect(dumped.get('failed_attempts')).not.toMatch(/ingest:\d+"/);
  });

  it('contains these details if employer-blind mode is off', async () => {
    const { db } = off.app.database;
    const dumped = await dump(db);
    const found = findIn(dumped, await decrypted(db, dumped), off);
    expect(found.titles).toEqual(secretsOfWorkouts.titles);
    expect(found.devices.length).toBeGreaterThan(1);
    expect(found.times.length).toBeGreaterThan(3);
    expect(found.ids.length).toBeGreaterThan(3);
    expect(found.urls).toHaveLength(2);
    expect(found.sources).toHaveLength(sources.length);
    expect(found.sportTypes.length).toBeGreaterThan(1);
  });
});

describe('organisers and colleagues', () => {
  it('see only the days and kilometres of other people’s workouts in employer-blind mode', async () => {
    const { organiser, ben, anna, ids } = on;
    await organiser.call(managed.lookUp, {
      body: { personId: idOf(anna), day: '2026-11-20', reason: 'Is it real?' },
    });
    const seen = [...(await everything(organiser)), ...(await everything(ben))].join('\n');
    const shown = [
      ...secretsOfWorkouts.devices,
      ...secretsOfWorkouts.times,
      ...secretsOfWorkouts.externalIds,
      ...ids,
    ];
    expect([...secretsOfWorkouts.titles, ...shown].filter((text) => seen.includes(text))).toEqual([
      // Ben's own title.
      'Picnic with the team',
    ]);
    const { 'hydra:member': listed } = await organiser.call(managed.list, {
      query: { personId: idOf(anna) },
    });
    expect(listed.length).toBeGreaterThan(5);
    for (const row of listed)
      expect(row).toMatchObject({ amountType: 'km', time: null, steps: null, info: null, source: null });
    for (const row of await own({ ...ben, iri: anna.iri }))
      expect(row).toMatchObject({
        ...{ amountType: 'km', time: null, kilometers: null, steps: null, info: null, device: null },
        ...{ externalType: null, externalViewUrl: null, receivedFrom: [] },
      });
  });

  it('cannot find activities by details that they do not see', async () => {
    const { organiser } = on;
    const count = async (query: object) =>
      (await organiser.call(managed.list, { query }))['hydra:totalItems'];
    expect(await count({ q: 'Picnic' })).toBe(0);
    for (const source of ['manual', 'Garmin', 'Strava', 'file', 'token'] as const)
      expect(await count({ source })).toBe(0);
    const all = await count({});
    for (const amountType of ['time', 'steps'] as const) expect(await count({ amountType })).toBe(0);
    expect(await count({ amountType: 'km' })).toBe(all);
    await organiser.refused(sportRules.mapType, {
      params: { id: 1 },
      body: { source: 'Garmin', sportType: 'TRAIL_RUNNING' },
    });
    await organiser.refused(sportRules.mapType, {
      params: { id: 1 },
      body: { source: 'received', sportType: 'GravelRide' },
    });
  });
});

describe('boards', () => {
  it('are the same in both modes', async () => {
    const boards = ['standings', 'board_totals', 'team_standings', 'day_times'];
    for (const table of boards)
      expect(await rowsOf(on.app.database.db, table), table).toEqual(
        await rowsOf(off.app.database.db, table),
      );
    for (const periodType of ['week', 'month', 'all'] as const)
      expect(await boardOf(on, periodType)).toEqual(await boardOf(off, periodType));
    await expectSumsToHold(on.app.database.db);
  });
});

const rowsOf = async (db: Db, table: string) => {
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(one) - 'shard')::text as row from ${sql.raw(table)} as one order by 1`.execute(db);
  return rows;
};

const boardOf = async ({ ben }: Story, periodType: 'week' | 'month' | 'all') =>
  (await ben.call(rankings.list, { query: { periodType } }))['hydra:member'].map(
    ({ performer, kilometers, rank }) => ({
      ...{ performer: performer['@id'], kilometers, rank },
    }),
  );

/** Replaces what differs between two platforms: UUIDs, the ids that services give, ports, and the time of the test. */
const comparable = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}|\b[\da-f]{32}\b/g, 'uuid')
      .replaceAll(/2026-11-21T11:[\d:.]+Z/g, 'now')
      .replaceAll(/127\.0\.0\.1:\d+/g, 'host')
      .replaceAll(/\d{6,}/g, 'id'),
  );

describe('a participant', () => {
  it('sees everything about their own workouts in both modes', async () => {
    const [shown, expected] = [await own(on.anna), await own(off.anna)];
    expect(comparable(shown)).toEqual(comparable(expected));
    expect(shown).toContainEqual(expect.objectContaining({ info: 'Evening errand', externalType: 'Strava' }));
    for (const [index, { uuid }] of shown.entries()) {
      const params = { uuid: expected[index]?.uuid ?? '' };
      expect(comparable(await on.anna.call(workouts.records, { params: { uuid } }))).toEqual(
        comparable(await off.anna.call(workouts.records, { params })),
      );
    }
    expect(comparable(await on.anna.call(workouts.questions, {}))).toEqual(
      comparable(await off.anna.call(workouts.questions, {})),
    );
    expect((await on.anna.call(ingest.listTokens, {}))['hydra:member']).toMatchObject([{ name: 'My phone' }]);
    const [{ couplings: connected = {} } = {}] = (await on.anna.call(couplings.list, {}))['hydra:member'];
    expect(Object.keys(connected).sort()).toEqual(['Garmin', 'Strava']);
  });

  it('gets all details in their data export', async () => {
    const personal = async ({ app, anna }: Story) => {
      const db = app.database.db;
      const person = await db
        .selectFrom('people')
        .selectAll()
        .where('id', '=', idOf(anna))
        .executeTakeFirstOrThrow();
      const data = await readPersonalData(db, person as never);
      return comparable({ ...data, 'personal-tokens': [], 'security-events': [], 'activity-look-ups': [] });
    };
    expect(await personal(on)).toEqual(await personal(off));
  });

  it('is credited once for a workout that two sources report, and is asked about possible duplicates', async () => {
    const run = (await own(on.anna)).find(({ receivedFrom }) => receivedFrom.length > 1);
    expect(run).toMatchObject({ receivedFrom: ['Garmin', 'token'], challengeKms: 10.07 });
    expect((await on.anna.call(workouts.questions, {}))['hydra:member']).toHaveLength(1);
  });

  it('can have a workout read again from its service, and polls work too', async () => {
    const { app, anna } = on;
    await app.database.db
      .updateTable('service_states')
      .set({ missed_until: '2100-01-01T00:00:00Z' })
      .execute();
    await planPolls(app.work, 0);
    await expect
      .poll(async () => (await app.database.db.selectFrom('account_reads').select('id').execute()).length, {
        timeout: 60_000,
        interval: 200,
      })
      .toBe(0);
    const ride = (await own(anna)).find(({ externalType }) => externalType === 'Strava');
    expect(await anna.call(couplings.refresh, { params: { uuid: ride?.uuid ?? '' } })).toMatchObject({
      outcome: 'done',
    });
    await expectSumsToHold(app.database.db);
  });

  it('is credited for a workout with an unknown sport name after an organiser has mapped the name', async () => {
    for (const { app, organiser } of [on, off]) {
      const types = await organiser.call(sportRules.listTypes, { query: {} });
      const type = types['hydra:member'].find(({ sportType }) => sportType === 'underwater_hockey_league');
      const body = { source: type?.source ?? '', sportType: 'underwater_hockey_league' } as never;
      const task = await organiser.call(sportRules.mapType, {
        params: { id: idOf({ iri: swimming }) },
        body,
      });
      await finishTask(app, task.id);
    }
    for (const table of ['standings', 'board_totals'])
      expect(await rowsOf(on.app.database.db, table), table).toEqual(
        await rowsOf(off.app.database.db, table),
      );
    await expectSumsToHold(on.app.database.db);
  });

  it('gets the same sport whatever the source calls it, so that no sport reveals the source', async () => {
    const { app, ben, organiser } = on;
    const { db } = app.database;
    const trap = { type: 'running', approved: true, km_per_hour: 10 } as const;
    await db
      .insertInto('sports')
      .values(['run', 'trail_running'].map((name) => ({ ...trap, name })))
      .execute();
    const phone = await sendingApp(ben, app.browser());
    const workout = { elapsedSeconds: 1800, kilometers: 5 };
    await phone.send({
      workouts: ['run', 'trail_running', 'MOTORCYCLING'].map((sport, index) => ({
        ...{ ...workout, externalId: `word ${index}`, sport, startedAt: `2026-11-1${index}T06:00:00+01:00` },
      })),
    });
    const received = (await own(ben)).filter(({ receivedFrom }) => receivedFrom.includes('token'));
    const counting = received.filter(({ performedAt }) => performedAt !== '2026-11-12');
    expect(counting.map(({ sport }) => sport['@id'])).toEqual([running, running]);
    const names = (await organiser.call(sportRules.listTypes, { query: {} }))['hydra:member'];
    expect(names.map(({ sportType }) => sportType)).toContain('motor');
    for (const sportType of ['run', 'trail_running', 'motorcycling'])
      await organiser.refused(sportRules.mapType, {
        params: { id: idOf({ iri: swimming }) },
        body: { source: 'received', sportType },
      });
  });

  it('loses a service’s workouts by disconnecting it, and everything by deleting the account', async () => {
    const { app, anna } = on;
    const { db } = app.database;
    const [{ couplings: connected } = {}] = (await anna.call(couplings.list, {}))['hydra:member'];
    await anna.send({ method: 'GET', url: connected?.Strava?.uncoupleUrl ?? '' });
    expect((await own(anna)).map(({ info }) => info)).not.toContain('Evening errand');
    await expectSumsToHold(db);
    await anna.call(accounts.deleteAccount, { body: { profileId: anna.iri } });
    for (const table of ['activities', 'source_records', 'connected_accounts', 'ingest_tokens'] as const)
      expect(
        await db.selectFrom(table).select('person_id').where('person_id', '=', idOf(anna)).execute(),
      ).toEqual([]);
    await expectSumsToHold(db);
  });
});
