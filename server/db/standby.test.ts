import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import * as managedPeople from '../../contract/managed/people.ts';
import * as statistics from '../../contract/managed/statistics.ts';
import { freePort } from '../../scripts/free-port.ts';
import { type Browser, running, type TestApp, testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';
import type { Database } from './db.ts';

const body = { performedAt: '2026-11-20', sport: running, amountType: 'steps', steps: 1 } as const;

async function urlOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL((inject('template') as { cluster: string }).cluster);
  url.pathname = `/${rows[0]?.name}`;
  return url.href;
}

async function activitiesExportedFor(person: Browser): Promise<unknown[]> {
  const response = await person.send({ method: 'GET', url: accounts.exportData.path });
  const file = unzipSync(response.rawPayload)['activities.json'];
  return JSON.parse(Buffer.from(file ?? []).toString());
}

// Only PostgreSQL has standbys. A second, empty database replaces the standby here, so that its answers can
// be recognised.
describe.skipIf(inject('template').engine === 'embedded')('a platform with a standby', () => {
  let other: Database;
  let app: TestApp;

  beforeAll(async () => {
    other = await testDatabase();
    app = await testApp({ database: await testDatabase(await urlOf(other)) });
  });
  afterAll(async () => {
    await app.close();
    await other.close();
  });

  it('reads exports and statistics from the standby, and everything else from the primary', async () => {
    const person = await app.participant();
    await person.call(activities.create, { body });
    const { 'hydra:totalItems': listed } = await person.call(activities.list, { query: {} });
    expect(listed).toBe(1);
    expect(await activitiesExportedFor(person)).toEqual([]);
    const organiser = await app.organiser();
    const table = await organiser.send({ method: 'GET', url: managedPeople.exported.path });
    expect(table.body.trim().split('\n')).toHaveLength(1);
    expect(await organiser.call(statistics.one, { query: {} })).toMatchObject({ registered: null });
  });
});

describe.skipIf(inject('template').engine === 'embedded')(
  'a platform whose standby cannot be reached',
  () => {
    it('reads exports from the primary', async () => {
      const unreachable = `postgres://postgres@127.0.0.1:${await freePort()}/nothing`;
      const app = await testApp({ database: await testDatabase(unreachable) });
      const person = await app.participant();
      await person.call(activities.create, { body });
      expect(await activitiesExportedFor(person)).toHaveLength(1);
      await app.close();
    });
  },
);
