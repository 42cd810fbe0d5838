import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { api } from '../contract/api.ts';
import type { Operation } from '../contract/kit/operation.ts';
import { cachedChallenges } from './challenges/routes.ts';
import { subjects } from './db/table-subjects.ts';
import { cachedMenus } from './platform/menus/routes.ts';
import { addChallenge } from './testing/challenges.ts';
import { type Browser, type TestApp, testApp } from './testing/test-app.ts';

let app: TestApp;
let participant: Browser;
let uuid: string;
let tables: string[];

beforeAll(async () => {
  app = await testApp();
  participant = await app.participant();
  const { db } = app.database;
  await addChallenge(db, 'past', '2026-01-01', '2026-02-01');
  const current = await addChallenge(db, 'current', '2026-11-01', '2026-12-31');
  await addChallenge(db, 'next', '2027-01-01', '2027-02-01');
  ({ uuid } = await db
    .selectFrom('challenges')
    .select('uuid')
    .where('id', '=', current)
    .executeTakeFirstOrThrow());
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(() => app.close());

const ofSettings = [
  [api.menus, cachedMenus(async () => false)],
  [api.challenges, cachedChallenges],
].flatMap(([operations, cached]) =>
  Object.entries(cached as object)
    .filter(([, dependsOn]) => typeof dependsOn === 'object')
    .map(([name]): [string, Operation] => [
      name,
      (operations as Record<string, Operation>)[name] as Operation,
    ]),
);

const addressOf = ({ path }: Operation) => `${path.replace(':uuid', uuid)}?locale=en`;

/** Sends a call and returns the tables that it read, without the one with the changes. */
async function tablesReadBy(operation: Operation): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const { statusCode } = await participant.send({ method: 'GET', url: addressOf(operation) });
  const texts = sent.mock.calls.map(([statement]) =>
    typeof statement === 'string' ? statement : (statement as unknown as { text: string }).text,
  );
  sent.mockRestore();
  expect(statusCode).toBe(200);
  const isRead = (table: string) => texts.some((text) => new Set(text.split(/\W+/)).has(table));
  return tables.filter((table) => table !== 'table_changes' && isRead(table));
}

it.each(ofSettings)('the response %s is made from the tables of the settings only', async (_, operation) => {
  // Signed in, so that the session and the person are in memory.
  await tablesReadBy(operation);
  await app.database.db.updateTable('challenges').set({ kilometers: 2000 }).execute();
  const read = await tablesReadBy(operation);
  expect(read).not.toEqual([]);
  expect(read.filter((table) => !subjects.settings.includes(table))).toEqual([]);
});

it.each(ofSettings)('the response %s stays in memory while people log activities', async (_, operation) => {
  await tablesReadBy(operation);
  await app.database.db.insertInto('standing_changes').values({ person_id: 1 }).execute();
  expect(await tablesReadBy(operation)).toEqual([]);
});
