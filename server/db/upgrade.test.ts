import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as challenges from '../../contract/challenges.ts';
import * as people from '../../contract/people.ts';
import * as sessions from '../../contract/sessions.ts';
import { buildApp } from '../app.ts';
import { openQueue } from '../kit/queue.ts';
import { type Contents, columnsOf, contentsOf, linesOf } from '../testing/contents.ts';
import { loadRelease } from '../testing/release-dump.ts';
import { schemaOf } from '../testing/schema.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { testSecret } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';
import type { Database, Db } from './db.ts';
import { migrate } from './migrate.ts';

/** The migrations at every commit before 1.0.0 that changed them. */
interface Drafts {
  sets: { commit: string; files: Record<string, string> }[];
  /** The texts of the migration files, keyed by the hashes in `files`. */
  texts: Record<string, string>;
}

let database: Database;
let fresh: string[];
beforeAll(async () => {
  database = await testDatabase();
  fresh = await schemaOf(database.db);
});
afterAll(() => database.close());

/** Databases of earlier versions, each with a person who can sign in. */
const kept = [
  { of: '500321a', username: 'mia.peeters@example.com' },
  { of: '1.0.0', username: 'participant@example.com' },
  { of: '1.1.0', username: 'participant@example.com' },
];

/** Tables and columns that migrations renamed. */
const renamed: Record<string, string> = {
  sign_in_failures: 'failed_attempts',
  workouts: 'source_records',
  workout_pairs: 'record_pairs',
  couplings: 'connected_accounts',
  inbox_items: 'cases',
  inbox_decisions: 'case_decisions',
  'inbox_decisions.item_id': 'case_id',
  platform_memory: 'service_memory',
  platform_pauses: 'service_pauses',
  platform_states: 'service_states',
};

describe.each(kept)('a database from version $of', ({ of, username }) => {
  it('is upgraded without losing a row, with boards that equal the sums of the activities', async () => {
    const { db, pool } = database;
    await emptyDatabase(db);
    await sql.raw('drop table kysely_migration').execute(db);
    await loadRelease(db, of);
    const before = withNames(await contentsOf(db));
    expect([...before.values()].flat().length).toBeGreaterThan(500);
    await migrate(db);
    expect(await schemaOf(db)).toEqual(fresh);
    const after = await contentsOf(db);
    const columns = columnsOf(before);
    expect(columns.filter((column) => !columnsOf(after).includes(column))).toEqual([]);
    const tables = new Map([...after].filter(([table]) => before.has(table)));
    const lines = linesOf(tables, new Set(columns));
    const linesBefore = linesOf(before, new Set(columns));
    expect(linesBefore.filter((line) => !lines.includes(line))).toEqual([]);
    // Migrations add only one sport (for unknown names) and its labels.
    const added = lines.filter((line) => !linesBefore.includes(line));
    const ofUnknownSport = /^sports .*"id",0\]|^sport_labels .*"sport_id",0\]/;
    expect(added.filter((line) => !ofUnknownSport.test(line))).toEqual([]);
    expect(lines).toHaveLength(linesBefore.length + added.length);
    await expectSumsToHold(db);

    const queue = openQueue(pool, { works: false, report: (error) => expect(error).toBeUndefined() });
    await queue.prepared();
    const clock = () => Temporal.Instant.from('2026-11-21T11:00:00Z');
    const app = await buildApp({
      database,
      queue,
      basePath: '/',
      secret: testSecret,
      logLevel: 'silent',
      clock,
    });
    const payload = { username, password: 'sturdy walking shoes' };
    const signedIn = await app.inject({ method: 'POST', url: sessions.signIn.path, payload });
    expect(signedIn.statusCode).toBe(200);
    const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    for (const { path, method } of [activities.list, challenges.list, people.me])
      expect([path, (await app.inject({ method, url: path, headers: { cookie } })).statusCode]).toEqual([
        path,
        200,
      ]);
    const logged = await app.inject({
      method: 'POST',
      url: activities.create.path,
      headers: { cookie },
      payload: {
        performedAt: '2026-11-20',
        sport: '/platform/api/sports/1',
        amountType: 'steps',
        steps: 1234,
      },
    });
    expect(logged.statusCode).toBe(201);
    await expectSumsToHold(db);
    await app.close();
    await queue.stop();
  });
});

const withNames = (contents: Contents): Contents =>
  new Map(
    [...contents].map(([table, rows]) => [
      renamed[table] ?? table,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [renamed[`${table}.${column}`] ?? column, value]),
        ),
      ),
    ]),
  );

describe('a database from a later version', () => {
  it('is rejected with an explanation', async () => {
    await sql`insert into kysely_migration values ('9999-later.sql', '')`.execute(database.db);
    await expect(migrate(database.db)).rejects.toThrow(
      /^A later version has used this database \(9999-later/,
    );
    await sql`delete from kysely_migration where name = '9999-later.sql'`.execute(database.db);
  });

  it('can be used if that version has only added to the schema', async () => {
    await sql`insert into kysely_migration values ('9999-expand-later.sql', '2099-01-01T00:00:00.000Z')`.execute(
      database.db,
    );
    await migrate(database.db);
    await sql`delete from kysely_migration where name = '9999-expand-later.sql'`.execute(database.db);
  });
});

// Both engines run the same SQL, and migrating thirty databases takes a minute on the embedded engine.
describe.skipIf(inject('template').engine === 'embedded')(
  'a database with migrations that were edited before 1.0.0',
  () => {
    it('gets the schema of a new database and keeps its rows', {
      // This test migrates thirty databases.
      timeout: 600_000,
    }, async () => {
      const packed = await readFile(new URL('./releases/drafts.json.br', import.meta.url));
      const drafts: Drafts = JSON.parse(brotliDecompressSync(packed).toString());
      expect(drafts.sets).toHaveLength(30);
      for (const { commit, files } of drafts.sets) {
        await emptyDatabase(database.db);
        for (const [name, text] of Object.entries(files))
          await apply(database.db, name, drafts.texts[text] ?? '');
        const before = await addRows(database.db);
        await migrate(database.db);
        // A second run has nothing to do.
        await migrate(database.db);
        const schema = await schemaOf(database.db);
        expect([commit, schema.filter((line) => !fresh.includes(line))]).toEqual([commit, []]);
        expect([commit, fresh.filter((line) => !schema.includes(line))]).toEqual([commit, []]);
        expect([commit, await rowsOf(database.db)]).toEqual([commit, before]);
      }
    });
  },
);

async function emptyDatabase(db: Db): Promise<void> {
  await sql.raw('drop schema if exists jobs cascade').execute(db);
  await sql.raw('drop schema public cascade').execute(db);
  await sql.raw('create schema public').execute(db);
  await sql
    .raw('create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)')
    .execute(db);
}

/** Applies a migration as the server did at that time: runs the file and stores its name. */
async function apply(db: Db, name: string, text: string): Promise<void> {
  await sql.raw(text).execute(db);
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    db,
  );
}

/** Adds a person with an activity and, if there are team tables, a team with the kilometres of a deleted account. */
async function addRows(db: Db): Promise<object> {
  await sql
    .raw(`
    insert into people (email, given_name, surname, sort_name, language, role, created_at)
      values ('mia@example.com', 'Mia', 'Peeters', 'mia peeters', 'fr', 'organiser', '2026-11-20T10:00:00Z');
    insert into sports (name, type, approved, km_per_hour) values ('running', 'running', true, 10);
    insert into activities (person_id, sport_id, performed_on, amount_type, seconds, counted_metres, created_at)
      values (1, 1, '2026-11-20', 'time', 1800, 5000, '2026-11-20T11:00:00Z');
    insert into day_times (person_id, day, seconds) values (1, '2026-11-20', 1800);
    insert into standings (board, sport, person_id, activities, metres) values ('all', 'all', 1, 1, 5000);
    do $$ begin
      if to_regclass('sign_in_failures') is not null then
        insert into sign_in_failures (key, points) values ('mia', 3);
      else
        insert into failed_attempts (key, points) values ('mia', 3);
      end if;
      if to_regclass('team_memberships') is not null then
        insert into teams (name, sort_name, created_at) values ('Team', 'team', '2026-11-20T10:00:00Z');
        insert into activity_likes (activity_id, person_id, created_at) values (1, 1, '2026-11-20T12:00:00Z');
        if exists (
          select from information_schema.columns
          where table_name = 'team_memberships' and column_name = 'person_id' and is_nullable = 'YES'
        ) and not exists (
          select from information_schema.columns
          where table_name = 'team_memberships' and column_name = 'former_member'
        ) then
          insert into team_memberships (team_id, from_day, joined_at)
            values (1, '2026-11-01', '2026-11-01T10:00:00Z');
        end if;
      end if;
    end $$`)
    .execute(db);
  return rowsOf(db);
}

async function rowsOf(db: Db): Promise<object> {
  const { rows } = await sql<object>`
    select p.email, p.given_name, p.role, s.metres, a.seconds, a.counted_metres, d.seconds as day
    from people p join standings s on s.person_id = p.id join activities a on a.person_id = p.id
    join day_times d on d.person_id = p.id`.execute(db);
  return rows;
}
