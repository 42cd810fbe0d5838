import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as people from '../../../contract/people.ts';
import * as sessions from '../../../contract/sessions.ts';
import { holdStatement } from '../../testing/concurrently.ts';
import { type Browser, newPerson, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function signedInAgain(email: string, userAgent = firefox): Promise<Browser> {
  const browser = app.browser();
  const answer = await browser.send({
    method: 'POST',
    url: sessions.signIn.path,
    payload: { username: email, password: newPerson().password },
    headers: { 'user-agent': userAgent },
  });
  expect(answer.statusCode).toBe(200);
  return browser;
}
const listed = async (person: Browser) => (await person.call(sessions.list, {}))['hydra:member'];
const statusOf = async (person: Browser) =>
  (await person.send({ method: 'GET', url: people.me.path })).statusCode;

describe('the sessions of a person', () => {
  // claim: sessions-own
  it('are listed for that person only, with the current session first', async () => {
    const person = await app.participant();
    await app.participant();
    app.clock.now = app.clock.now.add({ minutes: 90 });
    const laptop = await signedInAgain(person.email);
    expect(await listed(laptop)).toMatchObject([
      { browser: 'Firefox · Linux', isCurrent: true, startedAt: app.clock.now.toString() },
      { browser: null, isCurrent: false },
    ]);
    const [own] = await listed(person);
    expect(own).toMatchObject({ isCurrent: true, seenAt: app.clock.now.toString() });
    expect(own?.startedAt).toBe(app.clock.now.subtract({ minutes: 90 }).toString());
    // The list does not contain session ids.
    const rows = await app.database.db.selectFrom('sessions').select('sid').execute();
    for (const { sid } of rows) expect(JSON.stringify(await listed(laptop))).not.toContain(sid);
  });

  it('can be ended one by one, by that person only', async () => {
    const person = await app.participant();
    const laptop = await signedInAgain(person.email);
    const other = await app.participant();
    const params = { uuid: (await listed(person)).find(({ isCurrent }) => !isCurrent)?.uuid ?? '' };
    expect((await other.refused(sessions.end, { params })).status).toBe(404);
    await person.call(sessions.end, { params });
    expect(await statusOf(laptop)).toBe(401);
    expect(await statusOf(person)).toBe(200);
    expect(await listed(person)).toHaveLength(1);
    expect((await person.refused(sessions.end, { params })).status).toBe(404);
    // The browser whose session was ended can sign in again.
    await laptop.call(sessions.signIn, { body: { username: person.email, password: newPerson().password } });
    expect(await statusOf(laptop)).toBe(200);
  });

  it('include the current session; ending it signs this browser out', async () => {
    const person = await app.participant();
    const [own] = await listed(person);
    await person.call(sessions.end, { params: { uuid: own?.uuid ?? '' } });
    expect(await statusOf(person)).toBe(401);
  });

  it('can all be ended except the current session, which keeps its start time', async () => {
    const person = await app.participant();
    const others = [await signedInAgain(person.email), await signedInAgain(person.email)];
    const [before] = await listed(person);
    app.clock.now = app.clock.now.add({ minutes: 5 });
    await person.call(sessions.endOthers, {});
    for (const other of others) expect(await statusOf(other)).toBe(401);
    const after = await listed(person);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ isCurrent: true, startedAt: before?.startedAt });
  });

  it('are not revived by a request that was running when they ended', async () => {
    const person = await app.participant();
    const stolen = await signedInAgain(person.email);
    const uuid = (await listed(person)).find(({ isCurrent }) => !isCurrent)?.uuid ?? '';
    // After more than an hour, the next request extends the session.
    app.clock.now = app.clock.now.add({ hours: 2 });
    const held = holdStatement(app.database.pool, 'INSERT INTO "sessions"');
    const underWay = stolen.call(people.me, {});
    await held.reached;
    await person.call(sessions.end, { params: { uuid } });
    held.release();
    await underWay;
    expect(await statusOf(stolen)).toBe(401);
    expect(await listed(person)).toHaveLength(1);
  });

  it('can be ended from two browsers concurrently without a server error', async () => {
    const person = await app.participant();
    const other = await signedInAgain(person.email);
    const end = (browser: Browser) => browser.send({ method: 'POST', url: sessions.endOthers.path });
    const statuses = (await Promise.all([end(person), end(other)])).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([204, 401]);
  });
});
