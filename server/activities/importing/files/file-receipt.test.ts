import { Profile } from '@garmin/fitsdk';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as activities from '../../../../contract/activities.ts';
import { Problem } from '../../../../contract/kit/problem.ts';
import { WorkoutFile } from '../../../../contract/workout-files.ts';
import { addChallenge } from '../../../testing/challenges.ts';
import { moderationCalls } from '../../../testing/moderation.ts';
import { receivedRun } from '../../../testing/received-run.ts';
import { expectSumsToHold } from '../../../testing/sums.ts';
import { type Browser, idOf, running, type TestApp, testApp } from '../../../testing/test-app.ts';
import { fitFile, formWith, gpxFile, gzip, tcxFile, zip } from '../../../testing/workout-files.ts';
import { receiveWorkouts } from '../../source-records/receive-workouts.ts';

let app: TestApp;
let person: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  await addChallenge(db, 'november', '2026-11-01', '2026-11-30');
  await db
    .insertInto('sports')
    .values([
      { name: 'cycling', type: 'cycling', approved: true, km_per_hour: 20, km_factor: 0.25 },
      { name: 'quidditch', type: 'other', approved: false, km_per_hour: 5 },
    ])
    .execute();
});
afterAll(() => app.close());

const recording = { start: '2026-11-20T06:00:00Z', minutes: 30 };
const run = () => fitFile([{ ...recording, sport: 'running', metres: 6000 }]);
const post = (
  name: string,
  bytes: Uint8Array,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
) => {
  const form = formWith(name, bytes);
  return person.send({
    method: 'POST',
    url: `/platform/api/workout_files?${new URLSearchParams(query)}`,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
};
const send = async (...of: Parameters<typeof post>) => {
  const response = await post(...of);
  expect(response.body).toContain('"WorkoutFile"');
  expect(response.statusCode).toBe(200);
  return WorkoutFile.parse(response.json());
};
const refused = async (...of: Parameters<typeof post>) => {
  const response = await post(...of);
  const problem = Problem.parse(response.json());
  expect(response.statusCode).toBe(problem.status);
  return problem;
};
const save = { save: 'true' };
const listed = async () => {
  const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
  return members.map(({ performedAt, challengeKms }) => ({ performedAt, challengeKms }));
};
const newcomer = async () => {
  person = await app.participant();
};

describe('an uploaded workout file', () => {
  it('is previewed without being saved', async () => {
    await newcomer();
    const { name, workouts } = await send('run.fit', run());
    expect(name).toBe('run.fit');
    expect(workouts).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{16}$/),
        state: 'new',
        performedAt: '2026-11-20',
        startedAt: '2026-11-20T06:00:00Z',
        name: null,
        device: 'Garmin fr255Music',
        sport: { '@id': running, '@type': 'Sport', id: 1, labels: [] },
        kilometers: 6,
        elapsedTime: '00:30:00',
        movingTime: '00:30:00',
        challengeKms: 6,
        isCutOff: false,
        isMotorSpeed: false,
        isRepeated: false,
        sameAs: [],
      },
    ]);
    expect(await listed()).toEqual([]);
  });

  it('counts by the rule of its sport, and only once even if sent again under another name or in an archive', async () => {
    await newcomer();
    const ride = tcxFile(recording);
    expect((await send('ride.tcx', ride, save)).workouts).toMatchObject([
      { state: 'saved', challengeKms: 1.5 },
    ]);
    expect(await listed()).toEqual([{ performedAt: '2026-11-20', challengeKms: 1.5 }]);
    for (const [name, bytes] of [
      ['ride.tcx', ride],
      ['again.tcx.gz', gzip(ride)],
      ['export.zip', zip({ 'activities/ride.tcx': ride })],
    ] as const)
      for (const query of [{}, save])
        expect(await refused(name, bytes, query)).toMatchObject({
          status: 422,
          violations: [{ propertyPath: 'file', code: 'file.known' }],
        });
    expect(await listed()).toHaveLength(1);
    await expectSumsToHold(app.database.db);
  });

  it('is recognised as a duplicate of the same recording in another format, even within one archive', async () => {
    await newcomer();
    const export_ = zip({ 'a.fit': run(), 'b.gpx': gpxFile({ start: '2026-11-20T06:00:01Z', minutes: 30 }) });
    const { workouts } = await send('export.zip', export_, save);
    expect(workouts.map(({ state }) => state)).toEqual(['saved', 'known']);
    expect(workouts.map(({ isRepeated }) => isRepeated)).toEqual([false, true]);
    expect(await listed()).toHaveLength(1);
  });

  it('waits if it may be the workout of a manual entry', async () => {
    await newcomer();
    await person.call(activities.create, {
      body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: 6 },
    });
    expect((await send('run.fit', run(), save)).workouts[0]?.state).toBe('saved');
    expect((await listed()).map(({ challengeKms }) => challengeKms).sort()).toEqual([0, 6]);
    await expectSumsToHold(app.database.db);
  });

  it('is saved in part if the person chooses only some of its workouts', async () => {
    await newcomer();
    const hours = [5, 7, 9];
    const files = hours.map((hour) => [
      `${hour}.fit`,
      fitFile([{ start: `2026-11-20T0${hour}:00:00Z`, minutes: 10, sport: 'running', metres: hour * 1000 }]),
    ]);
    const archive = zip(Object.fromEntries(files));
    const ids = (await send('a.zip', archive)).workouts.map(({ id }) => id);
    const { workouts } = await send('a.zip', archive, { ...save, only: `${ids[0]},${ids[2]}` });
    expect(workouts.map(({ state }) => state)).toEqual(['saved', 'new', 'saved']);
    expect((await listed()).map(({ challengeKms }) => challengeKms).sort()).toEqual([5, 9]);
  });

  it('is not saved at all if one workout in the archive has no sport', async () => {
    await newcomer();
    const archive = zip({
      'a.fit': run(),
      'b.gpx': gpxFile({ start: '2026-11-18T06:00:00Z', minutes: 30 }, { type: '' }),
    });
    expect(await refused('export.zip', archive, save)).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'sport', code: 'value.required' }],
    });
    expect(await listed()).toEqual([]);
    const { workouts } = await send('export.zip', archive, { ...save, sport: running });
    expect(workouts.map(({ state }) => state)).toEqual(['saved', 'saved']);
    expect(await listed()).toHaveLength(2);
    await expectSumsToHold(app.database.db);
  });

  it('gets its date from the person’s time zone', async () => {
    await newcomer();
    const late = gpxFile({ start: '2026-11-19T23:30:00Z', minutes: 10 });
    const dayIn = async (zone: string) =>
      (await send('late.gpx', late, {}, { 'time-zone': zone })).workouts[0]?.performedAt;
    expect(await dayIn('Europe/Brussels')).toBe('2026-11-20');
    expect(await dayIn('America/New_York')).toBe('2026-11-19');
    expect(await dayIn('Nowhere/Atlantis')).toBe('2026-11-20');
  });
});

describe('a workout without a sport', () => {
  const unnamed = () => gpxFile(recording, { type: '' });

  it('has no kilometres in the preview, and is saved with the sport that its owner chooses', async () => {
    await newcomer();
    expect((await send('a.gpx', unnamed())).workouts).toMatchObject([{ sport: null, challengeKms: null }]);
    expect(await refused('a.gpx', unnamed(), save)).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'sport', code: 'value.required' }],
    });
    const sport = '/platform/api/sports/3';
    expect((await send('a.gpx', unnamed(), { sport })).workouts).toMatchObject([{ challengeKms: 1.5 }]);
    await send('a.gpx', unnamed(), { ...save, sport });
    expect(await listed()).toEqual([{ performedAt: '2026-11-20', challengeKms: 1.5 }]);
  });

  it('does not create a sport for an unknown sport name', async () => {
    await newcomer();
    const { workouts } = await send('a.gpx', gpxFile(recording, { type: 'To the bakery' }));
    expect(workouts).toMatchObject([{ sport: null }]);
  });

  it.each(['/platform/api/sports/99', '/platform/api/sports/4', 'running', '/platform/api/people/1'])(
    'cannot be saved with %s as its sport',
    async (sport) => {
      await newcomer();
      expect(await refused('a.gpx', unnamed(), { ...save, sport })).toMatchObject({
        status: 422,
        violations: [{ propertyPath: 'sport', code: 'sport.unknown' }],
      });
    },
  );
});

describe('the sport names in the FIT profile', () => {
  const meaningless = ['generic', 'all', 'transition'];
  const sports = Object.values(Profile.types.sport ?? {}).filter((sport) => !meaningless.includes(sport));

  it('all map to known sports', async () => {
    await newcomer();
    const start = Date.parse('2026-11-01T00:00:00Z');
    const sessions = sports.map((sport, hour) => ({
      start: new Date(start + hour * 3_600_000).toISOString(),
      minutes: 30,
      sport,
      metres: 1000,
    }));
    const { workouts } = await send('all.fit', fitFile(sessions));
    expect(workouts).toHaveLength(sports.length);
    expect(sports.filter((_, at) => !workouts[at]?.sport)).toEqual([]);
  });
});

describe('a workout file upload', () => {
  it.each([
    ['file.broken', 422, 'a.fit', Buffer.from('a photo')],
    ['file.noActivity', 422, 'a.fit', fitFile([], { type: 'settings' })],
    ['file.noTimes', 422, 'a.gpx', gpxFile(recording, { untimed: true })],
    ['file.inFuture', 422, 'a.gpx', gpxFile({ start: '2026-11-22T06:00:00Z', minutes: 5 })],
    ['file.tooLarge', 413, 'a.gpx', Buffer.alloc(20 * 1024 * 1024 + 1)],
    ['file.tooLarge', 413, 'a.gpx.gz', gzip(Buffer.alloc(20 * 1024 * 1024 + 1))],
  ])('is rejected with the reason %s and a message in three languages', async (code, status, name, bytes) => {
    await newcomer();
    const messages = new Set<string | undefined>();
    for (const language of ['en', 'fr', 'nl']) {
      const problem = await refused(name, bytes, {}, { 'accept-language': language });
      expect(problem).toMatchObject({ status, violations: [{ propertyPath: 'file', code }] });
      messages.add(problem.violations?.[0]?.message);
    }
    expect(messages.size).toBe(3);
  });

  it('is rejected if the form has no `file` part, or if the body is not a form', async () => {
    await newcomer();
    const url = '/platform/api/workout_files';
    const missing = { status: 422, violations: [{ propertyPath: 'file', code: 'value.required' }] };
    const none = await person.send({ method: 'POST', url });
    expect(none.json()).toMatchObject(missing);
    const other = await person.send({ method: 'POST', url, ...formWith('a.fit', run(), 'photo') });
    expect(other.json()).toMatchObject(missing);
    const json = await person.send({ method: 'POST', url, payload: { file: 'x' } });
    expect(json.json()).toMatchObject(missing);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = await person.send({ method: 'POST', url, payload: 'no form', headers });
    expect(broken.statusCode).toBe(400);
    const { headers: form } = formWith('a.fit', run());
    const elsewhere = await person.send({
      method: 'POST',
      url: '/global-challenge-login',
      payload: 'x',
      headers: form,
    });
    expect(elsewhere.statusCode).toBe(415);
  });

  it('is documented with its form part in the API description', async () => {
    const documents = await person.send({ method: 'GET', url: '/platform/api/docs.json' });
    const { requestBody } = documents.json().paths['/platform/api/workout_files'].post;
    expect(requestBody.content['multipart/form-data'].schema).toMatchObject({
      properties: { file: { type: 'string', format: 'binary' } },
      required: ['file'],
    });
  });

  it('lists the unusable files of an archive, with the reasons, if the archive also has usable files', async () => {
    await newcomer();
    const { workouts, refused: others } = await send(
      'export.zip',
      zip({ 'a.fit': run(), 'b.gpx': gpxFile(recording, { untimed: true }) }),
    );
    expect(workouts).toHaveLength(1);
    expect(others).toEqual([{ name: 'b.gpx', code: 'file.noTimes' }]);
  });
});

describe('the files of one person', () => {
  it('are read one at a time, so a concurrent upload gets 503 and must be retried', async () => {
    await newcomer();
    const answers = await Promise.all([post('a.fit', run(), save), post('b.fit', run(), save)]);
    const busy = answers.find(({ statusCode }) => statusCode === 503);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 503]);
    expect(busy?.headers['retry-after']).toBe('1');
    expect(await listed()).toHaveLength(1);
  });
});

describe('a recording at the speed of a car', () => {
  /** Thirty minutes at 90 km/h, exported as a run. */
  const drive = () => gpxFile({ ...recording, step: 1500 });

  it('is marked in the preview and does not count until an organiser accepts it', async () => {
    await newcomer();
    const organiser = await app.organiser();
    const { items, decide } = moderationCalls(() => organiser);
    expect((await send('drive.gpx', drive())).workouts).toMatchObject([{ state: 'new', isMotorSpeed: true }]);
    await send('drive.gpx', drive(), save);
    const own = async () =>
      (await person.call(activities.list, { query: { person: person.iri } }))['hydra:member'];
    expect(await own()).toMatchObject([
      { counts: false, correction: activities.motorSpeed, challengeKms: 0 },
    ]);
    await expectSumsToHold(app.database.db);
    // If a service reports the same workout, the activity still does not count, and the case stays open.
    const from = { metres: 45_000, elapsedSeconds: 1800, movingSeconds: 1800 };
    const workout = receivedRun({ startedAt: Temporal.Instant.from(recording.start), ...from });
    await receiveWorkouts(app.database.db, idOf(person), 'Garmin', [workout], app.clock.now);
    expect(await own()).toMatchObject([{ counts: false, challengeKms: 0 }]);
    const [item, ...others] = (await items()).filter(({ personId }) => personId === idOf(person));
    expect(others).toEqual([]);
    expect(item).toMatchObject({ isOpen: true, finding: { kind: 'speed', measured: 90, bound: 23.83 } });
    await decide(item as never, 'accept');
    expect(await own()).toMatchObject([{ counts: true, correction: null, challengeKms: 45 }]);
    await expectSumsToHold(app.database.db);
  });
});
