import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import { openDatabase } from '../db/db.ts';
import { streamLimits } from '../kit/live-stream.ts';
import { type StreamOfEvents, streamOfEvents } from '../testing/event-stream.ts';
import { running, type TestApp, testApp } from '../testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
/** A second server on the same database. */
let other: TestApp;
let address: string;
let anna: Person;
let zoe: Person;

beforeAll(async () => {
  app = await testApp();
  const databaseUrl = app.database.pool.options.connectionString;
  // Only one process at a time can open the embedded engine.
  other =
    app.database.engine === 'embedded'
      ? app
      : await testApp({ database: await openDatabase({ databaseUrl }), isFilled: true });
  address = `${await app.app.listen({ host: '127.0.0.1', port: 0 })}/platform/api/board_changes`;
  [anna, zoe] = [await app.participant('Anna'), await other.participant('Zoé')];
});
afterAll(async () => {
  if (other !== app) await other.close();
  await app.close();
});

const opened: StreamOfEvents[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.leave();
});

/** Opens the stream in a person's browser. */
async function open(person: Person, query = '', headers: Record<string, string> = {}) {
  const stream = await streamOfEvents(address + query, { cookie: person.cookie(), ...headers });
  opened.push(stream);
  return stream;
}
const log = (person: Person, kilometers = 1) =>
  person.call(activities.create, {
    body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers } as never,
  });

it('sends a browser the current state, and then an event when anybody’s kilometres change', async () => {
  const stream = await open(anna);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const known = await stream.next();
  await log(zoe);
  const changed = await stream.next();
  expect(changed?.id).not.toBe(known?.id);
});

it('an event reveals neither whose kilometres have changed nor on which boards', async () => {
  const stream = await open(anna);
  await stream.next();
  await log(zoe);
  const changed = await stream.next();
  expect(Object.keys(changed ?? {}).sort()).toEqual(['data', 'id']);
  expect(changed?.data).toMatch(/^\d+$/);
  expect(changed?.id).toBe(changed?.data);
});

it('the state in the stream stays the same after a change that does not affect kilometres', async () => {
  const before = await (await open(anna)).next();
  const body = { givenName: 'Annie', surname: 'Dubois', nameShown: 'full', language: 'en' } as never;
  await anna.call(accounts.modifyData, { body });
  const after = await (await open(anna)).next();
  expect(after?.id).toBe(before?.id);
  await log(zoe);
  await expect.poll(async () => (await (await open(anna)).next())?.id).not.toBe(before?.id);
});

it('immediately sends a reconnecting browser the change that it missed', async () => {
  const before = await open(anna);
  const known = await before.next();
  before.leave();
  await log(zoe);
  for (const back of [
    await open(anna, `?known=${known?.id}`),
    await open(anna, '', { 'last-event-id': String(known?.id) }),
  ]) {
    expect((await back.next())?.id).not.toBe(known?.id);
  }
});

it('a stream is refused without a session', async () => {
  const { response } = await streamOfEvents(address, {});
  expect(response.status).toBe(401);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
});

it('a stream is refused while the person has too many streams open', async () => {
  const mine = await Promise.all(Array.from({ length: streamLimits.ofPerson }, () => open(zoe)));
  const { response } = await open(zoe);
  expect(response.status).toBe(429);
  expect(response.headers.get('retry-after')).toBe('60');
  expect((await open(anna)).response.status).toBe(200);
  mine[0]?.leave();
  await expect.poll(async () => (await open(zoe)).response.status).toBe(200);
});

it('a stream ends when its server stops', async () => {
  const stopping = await testApp();
  const listening = await stopping.app.listen({ host: '127.0.0.1', port: 0 });
  const person = await stopping.participant();
  const stream = await streamOfEvents(`${listening}/platform/api/board_changes`, { cookie: person.cookie() });
  await stream.next();
  const ended = stream.next();
  await stopping.close();
  expect(await ended).toBeUndefined();
});
