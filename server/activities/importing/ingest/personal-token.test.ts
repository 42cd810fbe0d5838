import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as ingest from '../../../../contract/ingest.ts';
import { type SendingApp, sendingApp } from '../../../testing/sending-app.ts';
import { type Browser, type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
let person: Browser & { iri: string };
let phone: SendingApp;

beforeAll(async () => {
  app = await testApp();
  person = await app.participant();
  phone = await sendingApp(person, app.browser());
});
afterAll(() => app.close());

const tokens = async () => (await person.call(ingest.listTokens, {}))['hydra:member'];
const day = { days: [{ date: '2026-11-20', steps: 1000 }] };

describe('personal tokens', () => {
  // claim: tokens-hashed
  it('are shown only once and stored as hashes', async () => {
    expect(phone.token).toMatch(/^gc_[\w-]{43}$/);
    expect(JSON.stringify(await tokens())).not.toContain(phone.token);
    const rows = await app.database.db.selectFrom('ingest_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(phone.token.slice(3));
  });

  it('show when they were last used', async () => {
    expect(await tokens()).toMatchObject([{ name: 'My phone', lastUsedAt: null }]);
    await phone.send(day);
    expect(await tokens()).toMatchObject([{ lastUsedAt: app.clock.now.toString() }]);
  });

  it('give access only to the ingest call, which accepts no sessions', async () => {
    const headers = { authorization: `Bearer ${phone.token}` };
    const list = { method: 'GET', url: ingest.listTokens.path, headers } as const;
    expect((await app.browser().send(list)).statusCode).toBe(401);
    const { method, path: url } = ingest.ingest;
    expect((await person.send({ method, url, payload: day })).statusCode).toBe(401);
  });

  it('are rejected with 401 if they are missing, invalid or revoked', async () => {
    for (const authorization of ['', 'Bearer ', 'Bearer gc_wrong', phone.token, `Basic ${phone.token}`])
      expect(await phone.refused(day, { authorization })).toMatchObject({ status: 401 });
    const tablet = await sendingApp(person, app.browser());
    const [latest] = await tokens();
    const params = { uuid: latest?.uuid as string };
    const other = await app.participant();
    expect((await other.refused(ingest.revokeToken, { params })).status).toBe(404);
    await tablet.send(day);
    await person.call(ingest.revokeToken, { params });
    expect(await tablet.refused(day)).toMatchObject({ status: 401 });
    expect((await person.refused(ingest.revokeToken, { params })).status).toBe(404);
  });

  it('work in cross-site requests without cookies', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    const elsewhere = await sendingApp(person, app.browser(), headers);
    expect((await elsewhere.send(day)).days).toMatchObject([{ outcome: 'known' }]);
  });

  it('are limited to ten per person', async () => {
    const busy = await app.participant();
    const make = () => busy.call(ingest.createToken, { body: { name: 'One more' } });
    for (let made = 0; made < 10; made += 1) await make();
    const problem = await busy.refused(ingest.createToken, { body: { name: 'The eleventh' } });
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'name' }] });
  });

  it('each allow 300 requests in 15 minutes', async () => {
    const eager = await sendingApp(await app.participant(), app.browser());
    for (let sent = 0; sent < 300; sent += 1) await eager.send({ workouts: [] });
    expect(await eager.refused({ workouts: [] })).toMatchObject({ status: 429 });
    expect(await phone.send(day)).toBeDefined();
  });
});
