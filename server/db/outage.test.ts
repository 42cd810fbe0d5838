import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as people from '../../contract/people.ts';
import * as sessions from '../../contract/sessions.ts';
import { type Cluster, startPostgresql } from '../../scripts/postgresql.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { type Browser, newPerson, running, type TestApp, testApp } from '../testing/test-app.ts';
import { type Database, openDatabase } from './db.ts';
import { migrate } from './migrate.ts';

const activity = { performedAt: '2026-11-20', sport: running, amountType: 'steps', steps: 1 } as const;

// These tests freeze and stop their own PostgreSQL cluster, and use up its connections.
describe.skipIf(inject('template').engine === 'embedded')('the server during a database outage', () => {
  let cluster: Cluster;
  let folder: string;
  let database: Database;
  let app: TestApp;
  let person: Browser & { iri: string; email: string };

  beforeAll(async () => {
    // Fewer than half of the connections that one process may open. Three of these seven are reserved for
    // superusers, such as the database user that these tests connect as.
    cluster = await startPostgresql(['max_connections = 7', 'fsync = off', 'full_page_writes = off']);
    database = await openDatabase({ databaseUrl: cluster.url });
    await migrate(database.db);
    await database.db
      .insertInto('configs')
      .values([
        { key: 'platformName', value: '"Tour"' },
        { key: 'defaultLanguage', value: '"fr"' },
      ])
      .execute();
    folder = await mkdtemp(join(tmpdir(), 'challenge-pages-'));
    const index = '<html lang="nl"><title>Global Challenge</title><meta content="unknown">';
    await writeFile(join(folder, 'index.html'), index);
    await writeFile(join(folder, 'file.js'), 'export {};');
    // A typical https set-up, because some cookies exist only with https.
    const publicUrl = 'https://challenge.example.com/';
    app = await testApp({ database, publicUrl, appFolders: { web: folder, management: folder } });
    person = await app.participant();
  });
  afterAll(async () => {
    await app.close();
    cluster.stop();
    await rm(folder, { recursive: true });
  });

  const log = () => person.send({ method: 'POST', url: activities.create.path, payload: activity });
  // Without this header, the response may be a cached response.
  const headers = { 'cache-control': 'no-cache' };
  const read = () => person.send({ method: 'GET', url: people.me.path, headers });
  const page = (headers: Record<string, string> = {}) =>
    person.send({ method: 'GET', url: '/', headers: { accept: 'text/html', ...headers } });
  const signIn = () =>
    app.browser().send({
      method: 'POST',
      url: sessions.signIn.path,
      payload: { username: person.email, password: newPerson().password },
    });
  const statusOf = async (path: string) => (await person.send({ method: 'GET', url: path })).statusCode;
  /** Locks a table; returns a function that unlocks it. */
  const lock = async (table: string) => {
    let other = new pg.Client(cluster.url);
    const connect = () =>
      other.connect().then(
        () => true,
        () => {
          other = new pg.Client(cluster.url);
          return false;
        },
      );
    await expect.poll(connect, { timeout: 30_000 }).toBe(true);
    await other.query('begin');
    await other.query(`lock table ${table} in access exclusive mode`);
    return () => other.end();
  };
  const expectUnavailable = async (answers: Promise<{ statusCode: number; headers: object }>[]) => {
    const got = await Promise.all(answers);
    expect(got.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 503));
    for (const { headers } of got) expect(headers).toMatchObject({ 'retry-after': '5' });
  };
  const expectRecovery = async () => {
    await expect.poll(async () => (await read()).statusCode, { timeout: 30_000 }).toBe(200);
    await expect.poll(() => statusOf('/readyz'), { timeout: 30_000 }).toBe(200);
    expect((await log()).statusCode).toBe(201);
    expect((await signIn()).statusCode).toBe(200);
    await expectSumsToHold(database.db);
  };

  it('sends even the first page after a start with the organisers’ settings', async () => {
    cluster.freeze();
    const first = await page().finally(() => cluster.thaw());
    expect(first.body).toContain('<html lang="fr"><title>Tour</title>');
    await expectRecovery();
  });

  it('responds with 503 while the database is frozen, and recovers automatically', async () => {
    cluster.freeze();
    try {
      await expectUnavailable([...Array.from({ length: 20 }, () => [read(), log(), signIn()]).flat()]);
      expect(await statusOf('/readyz')).toBe(503);
      expect(await statusOf('/healthz')).toBe(200);
      expect(await statusOf('/file.js')).toBe(200);
    } finally {
      cluster.thaw();
    }
    await expectRecovery();
  });

  it('sends pages with cached values and signs nobody out', async () => {
    const before = await page();
    expect(before.body).toContain('<title>Tour</title><meta content="signed-in">');
    cluster.freeze();
    const meanwhile = await page().finally(() => cluster.thaw());
    expect([meanwhile.statusCode, meanwhile.body]).toEqual([200, before.body]);
    expect(meanwhile.headers['set-cookie']).toBeUndefined();
    await expectRecovery();
  });

  it('responds with 503 while the database is stopped, and recovers automatically', async () => {
    await cluster.halt('immediate');
    await expectUnavailable([read(), log(), signIn()]);
    expect(await statusOf('/readyz')).toBe(503);
    await cluster.resume();
    await expectRecovery();
  });

  it.each([
    ['activities', log],
    ['people', read],
    ['sessions', signIn],
  ])('responds with 503 while the table %s is locked, and recovers automatically', async (table, ask) => {
    const unlock = await lock(table);
    try {
      await expectUnavailable(Array.from({ length: 8 }, ask));
      expect(await statusOf('/healthz')).toBe(200);
    } finally {
      await unlock();
    }
    await expectRecovery();
  });

  it('leaves no statement waiting in PostgreSQL after a readiness check', async () => {
    const unlock = await lock('people');
    const observer = new pg.Client(cluster.url);
    try {
      await observer.connect();
      expect(await statusOf('/readyz')).toBe(503);
      const waiting = async () =>
        (
          await observer.query(
            "select from pg_stat_activity where state = 'active' and query like 'select 1 from people%'",
          )
        ).rowCount;
      await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    } finally {
      await observer.end();
      await unlock();
    }
    await expectRecovery();
  });

  it('waits for a free connection if PostgreSQL allows fewer connections than the pool may open', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => [read(), log()]).flat());
    expect(answers.filter(({ statusCode }) => statusCode >= 400).map(({ statusCode }) => statusCode)).toEqual(
      [],
    );
  });

  it('lets background work wait for a locked table longer than requests', async () => {
    const unlock = await lock('activities');
    const counting = database.db.selectFrom('activities').select('id').execute();
    await expectUnavailable([log()]);
    await unlock();
    expect((await counting).length).toBeGreaterThan(0);
  });
});

it.skipIf(inject('template').engine === 'embedded')(
  'a process ends in order while the database is frozen',
  async () => {
    const cluster = await startPostgresql();
    onTestFinished(cluster.stop);
    const server = await startServerProcess({
      DATABASE_URL: cluster.url,
      SECRET: 'a secret that is longer than 32 characters',
    });
    cluster.freeze();
    // By the time this response arrives, the queue waits for the database too.
    expect((await fetch(`${server.address}/readyz`)).status).toBe(503);
    expect(await server.end('SIGTERM'), server.printed()).toBe(0);
  },
);
