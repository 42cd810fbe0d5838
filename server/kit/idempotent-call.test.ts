import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import * as ingest from '../../contract/ingest.ts';
import * as people from '../../contract/people.ts';
import * as teams from '../../contract/teams.ts';
import { type Browser, newPerson, running, type TestApp, testApp } from '../testing/test-app.ts';
import { removeOldAnswers } from './idempotent-call.ts';

const noon = Temporal.Instant.from('2026-11-21T11:00:00Z');

let app: TestApp;
let anna: Browser & { iri: string; email: string };
let bo: Browser & { iri: string; email: string };
let number = 0;

beforeAll(async () => {
  app = await testApp();
  anna = await app.participant('Anna');
  bo = await app.participant('Bo');
  await app.database.db
    .insertInto('configs')
    .values([
      { key: 'teamsEnabled', value: 'true' },
      { key: 'allowTeamCreation', value: 'true' },
    ])
    .execute();
});
beforeEach(async () => {
  app.clock.now = noon;
  number += 1;
  await app.database.db.deleteFrom('idempotency_keys').execute();
});
afterAll(() => app.close());

const keyHeader = (key: string) => ({ 'idempotency-key': key });
const post = (person: Browser, op: { path: string }, payload: object, key = `key-${number}`) =>
  person.send({ method: 'POST', url: op.path, payload, headers: keyHeader(key) });
const run = (kilometers = 5) => ({
  performedAt: '2026-11-20',
  sport: running,
  amountType: 'km',
  kilometers,
});
const countOf = async (person: Browser & { iri: string }) =>
  (await person.call(activities.list, { query: { person: person.iri } }))['hydra:totalItems'];

describe('a create call with an Idempotency-Key', () => {
  it('creates one resource and returns the first response when repeated', async () => {
    const before = await countOf(anna);
    const first = await post(anna, activities.create, run());
    const again = await post(anna, activities.create, run());
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(await countOf(anna)).toBe(before + 1);
  });

  it('creates another resource with another key, or without a key', async () => {
    const before = await countOf(anna);
    await post(anna, activities.create, run(), 'one');
    await post(anna, activities.create, run(), 'two');
    await anna.send({ method: 'POST', url: activities.create.path, payload: run() });
    expect(await countOf(anna)).toBe(before + 3);
  });

  it('creates one resource if sent twice concurrently', async () => {
    const before = await countOf(anna);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(anna, activities.create, run())));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await countOf(anna)).toBe(before + 1);
  });

  it('is refused if its key was used for another call', async () => {
    const before = await countOf(anna);
    await post(anna, activities.create, run(5));
    const other = await post(anna, activities.create, run(6));
    expect([other.statusCode, other.json().title]).toEqual([422, 'Key already used']);
    expect((await post(anna, teams.create, { name: 'The same key' })).statusCode).toBe(422);
    expect(await countOf(anna)).toBe(before + 1);
  });

  it('is independent of other people’s keys', async () => {
    const before = await countOf(bo);
    const first = await post(anna, activities.create, run());
    const other = await post(bo, activities.create, run());
    expect(other.statusCode).toBe(201);
    expect(other.json().uuid).not.toBe(first.json().uuid);
    expect(await countOf(bo)).toBe(before + 1);
  });

  it('accepts a key with or without quotes, and refuses invalid keys', async () => {
    const first = await post(anna, activities.create, run(), '"quoted"');
    expect((await post(anna, activities.create, run(), 'quoted')).json()).toEqual(first.json());
    for (const key of ['two words', 'é', 'x'.repeat(256), '""'])
      expect([key, (await post(anna, activities.create, run(), key)).statusCode]).toEqual([key, 422]);
  });

  it('may reuse its key after a refusal', async () => {
    const refused = await post(anna, activities.create, { ...run(), performedAt: '2026-12-24' });
    expect(refused.statusCode).toBe(422);
    expect((await post(anna, activities.create, run())).statusCode).toBe(201);
  });

  it('is refused if its entry exceeds the time left in the day, and succeeds with a shorter entry', async () => {
    const timed = (time: string) => ({ ...run(), kilometers: null, amountType: 'time', time });
    const refused = await post(anna, activities.create, timed('24:00:01'));
    expect([refused.statusCode, refused.json().violations?.[0]?.message]).toEqual([
      422,
      expect.stringContaining('24:00:00'),
    ]);
    expect((await post(anna, activities.create, timed('24:00:00'))).statusCode).toBe(201);
    expect((await post(anna, activities.create, timed('00:00:01'), 'more')).statusCode).toBe(422);
  });

  it('returns the first response when repeated, even if creating the resource again would fail', async () => {
    const first = await post(anna, teams.create, { name: 'Only one of us' });
    const again = await post(anna, teams.create, { name: 'Only one of us' });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  });

  it('creates nothing if its response cannot be stored, and succeeds later with the same key', async () => {
    const { db } = app.database;
    const before = await countOf(anna);
    await sql`alter table idempotency_keys add constraint full_disk check (answer = '')`.execute(db);
    expect((await post(anna, activities.create, run())).statusCode).toBe(500);
    expect(await countOf(anna)).toBe(before);
    await sql`alter table idempotency_keys drop constraint full_disk`.execute(db);
    expect((await post(anna, activities.create, run())).statusCode).toBe(201);
    expect(await countOf(anna)).toBe(before + 1);
  });

  it('creates another resource after a day, when its key has expired', async () => {
    const before = await countOf(anna);
    await post(anna, activities.create, run());
    app.clock.now = noon.add({ hours: 23, minutes: 59 });
    await post(anna, activities.create, run());
    expect(await countOf(anna)).toBe(before + 1);
    app.clock.now = noon.add({ hours: 24 });
    expect((await post(anna, activities.create, run())).statusCode).toBe(201);
    expect(await countOf(anna)).toBe(before + 2);
    await removeOldAnswers(app.database.db, noon.add({ hours: 48 }));
    expect(await app.database.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  });

  it('stores its response encrypted', async () => {
    const first = await post(anna, ingest.createToken, { name: 'My watch' }, 'a-key-of-mine');
    const { token } = first.json();
    expect(token).toMatch(/^[\w-]{20}/);
    const rows = await app.database.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(rows).toHaveLength(1);
    for (const text of [token, 'My watch', 'a-key-of-mine', 'personal_tokens'])
      expect(JSON.stringify(rows)).not.toContain(text);
    expect((await post(anna, ingest.createToken, { name: 'My watch' }, 'a-key-of-mine')).json()).toEqual(
      first.json(),
    );
  });

  it('leaves no stored response behind when the account is deleted', async () => {
    const eve = await app.participant('Eve');
    await post(eve, activities.create, run());
    const kept = () =>
      app.database.db.selectFrom('idempotency_keys').selectAll().where('person_id', 'is not', null).execute();
    expect(await kept()).toHaveLength(1);
    const { id } = await eve.call(people.me, {});
    await eve.call(accounts.deleteAccount, { body: { profileId: id } });
    expect(await kept()).toEqual([]);
  });
});

describe('signing up with an Idempotency-Key', () => {
  const entry = (email: string) => newPerson({ email });

  it('returns the first response to a second tap', async () => {
    const first = await post(app.browser(), accounts.signUp, entry('twice@example.com'));
    const again = await post(app.browser(), accounts.signUp, entry('twice@example.com'));
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
  });

  it('returns the same response to two concurrent taps', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => post(app.browser(), accounts.signUp, entry('at-once@example.com'))),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  });

  it('reveals nothing to a caller who has the key but not the password', async () => {
    await post(app.browser(), accounts.signUp, entry('guessed@example.com'));
    const payload = { ...entry('guessed@example.com'), password: 'another password' };
    const other = await post(app.browser(), accounts.signUp, payload);
    expect(other.statusCode).toBe(422);
    expect(other.body).not.toContain('givenName":');
  });
});
