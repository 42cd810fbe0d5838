import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import * as people from '../../../contract/people.ts';
import * as sessions from '../../../contract/sessions.ts';
import { holdStatement, untilWaiting } from '../../testing/concurrently.ts';
import { idOf, newPerson, running, type TestApp, testApp } from '../../testing/test-app.ts';
import { endSessionsOf } from './session.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const endAllOf = (person: { iri: string }) =>
  app.database.db.transaction().execute((tx) => endSessionsOf(tx, idOf(person)));
const kept = async (person: { iri: string }) =>
  (await app.database.db.selectFrom('sessions').select('sid').where('person_id', '=', idOf(person)).execute())
    .length;

describe('ending all sessions of a person', () => {
  it('ends a session that is starting concurrently', async () => {
    const person = await app.participant();
    const late = app.browser();
    // This statement runs after the password check.
    const held = holdStatement(app.database.pool, 'DELETE FROM "sessions"');
    const signingIn = late.call(sessions.signIn, {
      body: { username: person.email, password: newPerson().password },
    });
    await held.reached;
    await endAllOf(person);
    held.release();
    await signingIn;
    expect((await late.refused(people.me, {})).status).toBe(401);
    expect(await kept(person)).toBe(0);
  });

  it('ends a session that a running request stores again', async () => {
    const person = await app.participant();
    app.clock.now = app.clock.now.add({ hours: 1 });
    // After an hour, the next request extends the session.
    const held = holdStatement(app.database.pool, 'INSERT INTO "sessions"');
    const underWay = person.call(people.me, {});
    await held.reached;
    await endAllOf(person);
    held.release();
    await underWay;
    expect((await person.refused(people.me, {})).status).toBe(401);
    expect(await kept(person)).toBe(0);
  });

  it('ends a session that is written before the transaction commits', async () => {
    const person = await app.participant();
    const { db } = app.database;
    const writing = await db.transaction().execute(async (tx) => {
      await endSessionsOf(tx, idOf(person));
      const sess = JSON.stringify({ personId: idOf(person), epoch: 0 });
      const written = db
        .insertInto('sessions')
        .values({ sid: 'late', sess, expire: '2030-01-01T00:00:00Z' })
        .execute();
      await untilWaiting(app.database, 1);
      return { written };
    });
    await writing.written;
    expect(await kept(person)).toBe(0);
  });

  it('leaves other people signed in, and lets the person sign in again', async () => {
    const [person, other] = [await app.participant(), await app.participant()];
    await endAllOf(person);
    await other.call(people.me, {});
    expect((await person.refused(people.me, {})).status).toBe(401);
    await person.call(sessions.signIn, { body: { username: person.email, password: newPerson().password } });
    await person.call(people.me, {});
  });

  it('cannot fail because of unreadable sessions: the database refuses to store them', async () => {
    const person = await app.participant();
    const sess = String.raw`{"waitingIdentity":{"givenName":"\ud83d"}}`;
    const unreadable = app.database.db
      .insertInto('sessions')
      .values({ sid: 'unreadable', sess, expire: '2030-01-01T00:00:00Z' });
    await expect(unreadable.execute()).rejects.toThrow();
    await endAllOf(person);
    expect(await kept(person)).toBe(0);
  });
});

const entry = { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: 5 } as const;

it('sends a readable error if the session cannot be extended', async () => {
  const person = await app.participant();
  const { db } = app.database;
  // A list of this length is compressed.
  for (let n = 0; n < 10; n += 1) await person.call(activities.create, { body: entry });
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
    db,
  );
  await sql`create trigger refuse before insert or update on sessions for each row execute function refuse()`.execute(
    db,
  );
  try {
    app.clock.now = app.clock.now.add({ hours: 1 });
    const headers = { 'accept-encoding': 'br' };
    const answer = await person.send({ url: activities.list.path, headers });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.json()).toMatchObject({ status: 500 });
  } finally {
    await sql`drop trigger refuse on sessions`.execute(db);
    await sql`drop function refuse`.execute(db);
  }
});
