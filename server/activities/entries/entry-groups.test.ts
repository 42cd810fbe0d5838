import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { receivedRun } from '../../testing/received-run.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { running, swimming, type TestApp, testApp } from '../../testing/test-app.ts';
import { lockRecords } from '../source-records/person-lock.ts';
import { receiveWorkouts } from '../source-records/receive-workouts.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let people: Person[];

beforeAll(async () => {
  app = await testApp();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
  people = [];
  for (let n = 0; n < 60; n += 1) people.push(await app.participant(`Runner${n}`));
});
afterAll(() => app.close());

const entry = { performedAt: '2026-11-20', sport: running, amountType: 'km' };
const post = (person: Person, body: object, key?: string) =>
  person.send({
    method: 'POST',
    url: activities.create.path,
    payload: { ...entry, ...body },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const idOf = ({ iri }: Person) => Number(iri.split('/').at(-1));
const listOf = (person: Person) => person.call(activities.list, { query: { person: person.iri } });
const statusOf = ({ statusCode }: LightMyRequestResponse) => statusCode;

describe('entries that arrive at the same time', () => {
  it('are each stored once, returned to their own owner, and added to every board', async () => {
    const answers = await Promise.all(
      people.map((person, n) => post(person, { kilometers: n + 1 }, n % 2 ? `key-${n}` : undefined)),
    );
    for (const [n, answer] of answers.entries()) {
      expect([answer.statusCode, answer.json()]).toMatchObject([
        201,
        { person: { givenName: `Runner${n}` }, kilometers: n + 1, challengeKms: n + 1, counts: true },
      ]);
      const { 'hydra:member': members } = await listOf(people[n] as Person);
      expect(members.map(({ uuid }) => uuid)).toEqual([answer.json().uuid]);
    }
    await expectSumsToHold(app.database.db);
  });

  it('are stored even if other entries are refused, repeat an earlier call or must be compared with records', async () => {
    const [full, repeating, twice, recorded, ...others] = people as [
      Person,
      Person,
      Person,
      Person,
      ...Person[],
    ];
    await post(full, { performedAt: '2026-11-19', amountType: 'time', time: '23:30:00' });
    const first = await post(repeating, { performedAt: '2026-11-19', kilometers: 4 }, 'the-key');
    const run = receivedRun({ startedAt: Temporal.Instant.from('2026-11-19T05:30:00Z') });
    await receiveWorkouts(app.database.db, idOf(recorded), 'Garmin', [run], app.clock.now);
    const day = { performedAt: '2026-11-19' };
    const answers = await Promise.all([
      post(full, { ...day, amountType: 'time', time: '00:31:00' }),
      post(repeating, { ...day, kilometers: 4 }, 'the-key'),
      post(twice, { ...day, kilometers: 2 }),
      post(twice, { ...day, kilometers: 3 }),
      post(recorded, { ...day, kilometers: 5 }),
      ...others.map((person, n) =>
        post(person, { ...day, kilometers: 1, sport: n === 7 ? '/platform/api/sports/9' : swimming }),
      ),
    ]);
    const refused = answers.flatMap(({ statusCode }, n) => (statusCode === 201 ? [] : [[n, statusCode]]));
    expect(refused).toEqual([
      [0, 422],
      [12, 422],
    ]);
    expect(answers[0]?.json().violations[0].message).toContain('00:30:00');
    expect(answers[1]?.json()).toEqual(first.json());
    expect((await listOf(twice))['hydra:totalItems']).toBe(3);
    expect(answers[4]?.json()).toMatchObject({ waiting: true });
    await expectSumsToHold(app.database.db);
  });

  it('are written in a few transactions', async (context) => {
    // Injected requests reach the embedded engine one at a time, because it runs in the same thread.
    context.skip(app.database.engine === 'embedded');
    await Promise.all(people.map((person) => post(person, { performedAt: '2026-11-18', kilometers: 1 })));
    const { rows } = await sql<{ transactions: number }>`
      select count(distinct activities.xmin::text)::int as transactions from activities
      where performed_on = '2026-11-18'`.execute(app.database.db);
    expect(rows[0]?.transactions).toBeLessThan(people.length / 4);
  });

  it('count up to the daily cap of their sport', async () => {
    const { db } = app.database;
    await db.updateTable('sports').set({ daily_cap_metres: 5000 }).where('name', '=', 'swimming').execute();
    const day = { performedAt: '2026-11-17', sport: swimming };
    await Promise.all(people.map((person) => post(person, { ...day, kilometers: 3 })));
    const answers = await Promise.all(people.map((person) => post(person, { ...day, kilometers: 3 })));
    expect(new Set(answers.map((answer) => answer.json().challengeKms))).toEqual(new Set([2]));
    await expectSumsToHold(db);
  });

  it('do not wait for a person whose records are being changed', async (context) => {
    // The embedded engine runs one transaction at a time.
    context.skip(app.database.engine === 'embedded');
    const [busy, ...others] = people as [Person, ...Person[]];
    const day = { performedAt: '2026-11-16', kilometers: 1 };
    let waiting: Promise<LightMyRequestResponse> | undefined;
    await app.database.db.transaction().execute(async (tx) => {
      await lockRecords(tx, idOf(busy));
      waiting = post(busy, day);
      const answers = await Promise.all(others.map((person) => post(person, day)));
      expect(new Set(answers.map(statusOf))).toEqual(new Set([201]));
    });
    expect((await waiting)?.statusCode).toBe(201);
  });
});
