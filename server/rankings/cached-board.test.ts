import { afterAll, beforeAll, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import * as rankings from '../../contract/rankings.ts';
import { openDatabase } from '../db/db.ts';
import { addChallenge } from '../testing/challenges.ts';
import { running, type TestApp, testApp } from '../testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
/** A second server on the same database. */
let other: TestApp;
let anna: Person;
let zoe: Person;
let elsewhere: Person;

beforeAll(async () => {
  app = await testApp();
  const databaseUrl = app.database.pool.options.connectionString;
  // Only one process at a time can open the embedded engine.
  other =
    app.database.engine === 'embedded'
      ? app
      : await testApp({ database: await openDatabase({ databaseUrl }), isFilled: true });
  [anna, zoe, elsewhere] = [
    await app.participant('Anna'),
    await app.participant('Zoé'),
    await other.participant('Elsewhere'),
  ];
});
afterAll(async () => {
  if (other !== app) await other.close();
  await app.close();
});

const log = (person: Person, kilometers: number) =>
  person.call(activities.create, {
    body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers } as never,
  });
const board = async (viewer: Person) => {
  const { 'hydra:member': members } = await viewer.call(rankings.list, { query: { periodType: 'all' } });
  return members.map(({ performer, kilometers }) => `${performer.givenName} ${kilometers}`);
};

it('a board includes writes by the same process immediately, and writes by other processes soon afterwards', async () => {
  expect(await board(zoe)).toEqual([]);
  for (let kilometers = 1; kilometers <= 15; kilometers += 1) {
    await log(anna, 1);
    expect(await board(zoe)).toEqual([`Anna ${kilometers}`]);
  }
  await app.database.db.updateTable('standings').set({ metres: 20_000 }).execute();
  expect(await board(zoe)).toEqual(['Anna 20']);
  await expect.poll(() => board(elsewhere)).toEqual(['Anna 20']);
  await app.database.db.updateTable('standings').set({ metres: 15_000 }).execute();
  await expect.poll(() => board(elsewhere)).toEqual(['Anna 15']);
  await log(elsewhere, 2);
  expect(await board(elsewhere)).toEqual(['Anna 15', 'Elsewhere 2']);
  await expect.poll(() => board(anna)).toEqual(['Anna 15', 'Elsewhere 2']);
});

it('a board immediately includes writes by another process if the client requests fresh data', async () => {
  const url = '/platform/api/stats_activities?periodType=all';
  for (let kilometers = 16; kilometers <= 25; kilometers += 1) {
    await log(anna, 1);
    const headers = { 'cache-control': 'no-cache' };
    const answer = await elsewhere.send({ method: 'GET', url, headers });
    expect(answer.json()['hydra:member'][0].kilometers).toBe(kilometers);
  }
});

it('a board shows each viewer only the names that they may see', async () => {
  const change = { givenName: 'Zoé', surname: 'Example', language: 'en' } as const;
  await zoe.call(accounts.modifyData, { body: { ...change, nameShown: 'nickname', nickname: 'Zed' } });
  await log(zoe, 3);
  await expect.poll(async () => (await board(elsewhere))[1]).toBe('Zed 3');
  for (const viewer of [anna, zoe, elsewhere, zoe, anna])
    expect((await board(viewer))[1]).toBe(viewer === zoe ? 'Zoé 3' : 'Zed 3');
});

it('a person’s row shows each viewer only the names that they may see', async () => {
  const zoesRow = async (viewer: Person) => {
    const query = { periodType: 'all', person: zoe.iri } as const;
    const { 'hydra:member': members } = await viewer.call(rankings.list, { query });
    return members.map(({ performer }) => performer.givenName);
  };
  const viewers = [anna, zoe, elsewhere, zoe, anna];
  for (const viewer of viewers) expect(await zoesRow(viewer)).toEqual([viewer === zoe ? 'Zoé' : 'Zed']);
  const change = { givenName: 'Zoé', surname: 'Example', language: 'en' } as const;
  await zoe.call(accounts.modifyData, { body: { ...change, nameShown: 'none' } });
  await expect.poll(() => zoesRow(elsewhere)).toEqual([]);
  for (const viewer of viewers) expect(await zoesRow(viewer)).toEqual(viewer === zoe ? ['Zoé'] : []);
});

it('a board does not show others a name that was just hidden in another process', async () => {
  const yara = await app.participant('Yara');
  await log(yara, 4);
  const ask = (viewer: Person, query: Record<string, string>) =>
    other.browser().send({
      method: 'GET',
      url: `/platform/api/stats_activities?${new URLSearchParams({ periodType: 'all', ...query })}`,
      headers: { cookie: viewer.cookie() },
    });
  const show = (nameShown: 'full' | 'none') =>
    yara.call(accounts.modifyData, {
      body: { givenName: 'Yara', surname: 'Example', language: 'en', nameShown },
    });
  for (const query of [{ limit: '5' }, { limit: '6' }, { person: yara.iri }]) {
    await show('full');
    await expect.poll(async () => (await ask(elsewhere, {})).body).toContain('Yara');
    // Now the other process has Yara's data in memory.
    await ask(yara, {});
    // Meanwhile, what the other process knows about commits becomes outdated.
    for (let n = 0; n < 10; n += 1) await log(anna, 1);
    await show('none');
    await ask(yara, query);
    expect((await ask(elsewhere, query)).body).not.toContain('Yara');
  }
});

const get = (headers: Record<string, string>) =>
  anna.send({ method: 'GET', url: '/platform/api/stats_activities?periodType=all', headers });

it('a board is not sent again to a client that already has it', async () => {
  const first = await get({ accept: 'application/ld+json' });
  expect(first.headers['cache-control']).toBe('private, no-store');
  const known = { 'if-none-match': String(first.headers.etag) };
  const again = await get({ accept: 'application/ld+json', ...known });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await log(anna, 1);
  expect((await get({ accept: 'application/ld+json', ...known })).statusCode).toBe(200);
});

it('a board has the media type that the client accepts', async () => {
  const linked = await get({ accept: 'application/ld+json' });
  expect(linked.headers['content-type']).toMatch(/^application\/ld\+json/);
  const plain = await get({ accept: 'application/json' });
  expect(plain.headers['content-type']).toMatch(/^application\/json/);
});

it('the 404 of a board that does not exist yet is not cached', async () => {
  const query = { periodType: 'challenge' } as const;
  expect((await anna.refused(rankings.list, { query })).status).toBe(404);
  await addChallenge(app.database.db, 'now', '2026-11-01', '2026-11-30');
  expect((await anna.call(rankings.list, { query }))['hydra:totalItems']).toBe(0);
});
