import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { CommitQueries, type Commits } from './commits.ts';
import type { Database } from './db.ts';
import { removeOldTableChanges } from './table-changes.ts';
import { changing, type Subject, subjects } from './table-subjects.ts';

const aMinute = 60_000;

/** A pool whose queries end when the test says so; each result has a snapshot and the subjects that have changed. */
function slowPool() {
  const queries: ((snapshot: string, ...changed: Subject[]) => void)[] = [];
  const query = () =>
    new Promise((resolve) => {
      queries.push((snapshot, ...changed) =>
        resolve({ rows: [{ snapshot, database: 'one', isComplete: true, changed }] }),
      );
    });
  return { pool: { on: () => undefined, query } as never, queries };
}

/** Begins a query, and then a second one, which finds its connection first. */
async function beginTwo() {
  const { pool, queries } = slowPool();
  const both = new CommitQueries(pool);
  const all = both.noticing({ validFor: aMinute });
  const settings = both.noticing({ subject: 'settings', validFor: aMinute });
  const first = all.state();
  await expect.poll(() => queries.length).toBe(1);
  queries[0]?.('0');
  await first;
  const earlier = all.state(true);
  await expect.poll(() => queries.length).toBe(2);
  const later = all.state(true);
  await expect.poll(() => queries.length).toBe(3);
  const [, endEarlier = () => undefined, endLater = () => undefined] = queries;
  return { all, settings, queries, earlier, later, endEarlier, endLater };
}

it('does not go back to the state of an earlier query that ends later', async () => {
  const { all, earlier, later, endEarlier, endLater } = await beginTwo();
  endLater('after');
  expect(await later).toBe('after');
  endEarlier('before');
  expect(await earlier).toBe('after');
  expect(all.known).toBe('after');
});

it('returns no state of all commits that is newer than the state of the settings', async () => {
  const { all, settings, queries, earlier, later, endEarlier, endLater } = await beginTwo();
  const before = settings.known;
  endLater('1');
  await later;
  // Meanwhile, a setting is changed, and only then does the earlier query read its snapshot.
  endEarlier('2', 'settings');
  expect(await earlier).toBe('1');
  expect(settings.known).toBe(before);
  const next = all.state(true);
  await expect.poll(() => queries.length).toBe(4);
  queries[3]?.('2', 'settings');
  expect(await next).toBe('2');
  expect(settings.known).not.toBe(before);
});

describe('the tables of a subject', () => {
  let database: Database;
  let commits: Record<Subject, Commits>;
  /** The same in another process, which learns of changes only from the database. */
  let elsewhere: Record<Subject, Commits>;

  beforeEach(async () => {
    database = await testDatabase();
    const noticing = (queries: CommitQueries) => ({
      people: queries.noticing({ subject: 'people', validFor: aMinute }),
      profiles: queries.noticing({ subject: 'profiles', validFor: aMinute }),
      settings: queries.noticing({ subject: 'settings', validFor: aMinute }),
    });
    commits = noticing(new CommitQueries(database.pool));
    elsewhere = noticing(
      new CommitQueries({ on: () => undefined, query: database.pool.query.bind(database.pool) } as never),
    );
  });
  afterEach(() => database.close());

  /** Returns which subjects have changed while a function ran, according to this and to the other process. */
  async function changedBy(run: () => Promise<unknown>): Promise<{ here: string[]; elsewhere: string[] }> {
    const statesOf = async (all: Record<Subject, Commits>, isFresh: boolean) => [
      await all.people.state(isFresh),
      await all.profiles.state(isFresh),
      await all.settings.state(isFresh),
    ];
    const before = [await statesOf(commits, false), await statesOf(elsewhere, true)];
    await run();
    const after = [await statesOf(commits, false), await statesOf(elsewhere, true)];
    const changed = (index: number) =>
      Object.keys(subjects).filter((_, nth) => before[index]?.[nth] !== after[index]?.[nth]);
    return { here: changed(0), elsewhere: changed(1) };
  }

  const both = (...changed: string[]) => ({ here: changed, elsewhere: changed });
  const write = (statement: string) => () => database.pool.query(statement);

  it('have a trigger each, and no other tables have one', async () => {
    const { rows } = await sql<{ table: string; subject: Subject }>`
      select tgrelid::regclass::text as table, trim(trailing '\\000' from encode(tgargs, 'escape')) as subject
      from pg_trigger
      where tgname in ('note_table_change', 'note_profile_change') and tgenabled = 'O' and (
        -- After insert, update and delete; for each statement, or for each row.
        tgtype in (28, 29)
      )`.execute(database.db);
    const listed = Object.entries(subjects).flatMap(([subject, tables]) =>
      tables.map((table) => ({ table, subject })),
    );
    expect(new Set(rows)).toEqual(new Set(listed));
    for (const { table, subject } of rows)
      for (const begin of ['insert into', 'update', 'delete from'])
        expect(changing[subject].test(`${begin} "${table}" `)).toBe(true);
  });

  it('count as changed after every insert, update and delete in them, and after no other write', async () => {
    const item = `insert into menu_items (language, position, label, url) values ('en', 1, 'Help', '/help')`;
    expect(await changedBy(write(item))).toEqual(both('settings'));
    expect(await changedBy(write(`update menu_items set label = 'Contact'`))).toEqual(both('settings'));
    expect(await changedBy(write('delete from menu_items'))).toEqual(both('settings'));
    const session = `insert into sessions (sid, sess, expire) values ('one', '{}', now())`;
    expect(await changedBy(write(session))).toEqual(both('people'));
    expect(await changedBy(write('delete from sessions'))).toEqual(both('people'));
    expect((await changedBy(write('delete from sessions'))).elsewhere).toEqual([]);
    expect(await changedBy(write(`update people set language = 'fr'`))).toEqual(both('people', 'profiles'));
    expect(await changedBy(write('update guest_codes set uses = uses + 1'))).toEqual(both('profiles'));
    expect(await changedBy(write('insert into consent_texts default values'))).toEqual(both('profiles'));
    expect(await changedBy(write('delete from consents'))).toEqual(both('profiles'));
    expect(await changedBy(write('insert into standing_changes (person_id) values (1)'))).toEqual(both());
    expect(await changedBy(async () => undefined)).toEqual(both());
  });

  // The embedded engine runs one transaction at a time.
  it.skipIf(inject('template').engine === 'embedded')(
    'change when a transaction commits, even if a later one has committed before it',
    async () => {
      const first = await database.pool.connect();
      await first.query('begin');
      await first.query('delete from configs');
      expect((await changedBy(async () => undefined)).elsewhere).toEqual([]);
      expect((await changedBy(write(`update people set language = 'fr'`))).elsewhere).toEqual([
        'people',
        'profiles',
      ]);
      expect(
        (
          await changedBy(async () => {
            await first.query('commit');
            first.release();
          })
        ).elsewhere,
      ).toEqual(['settings']);
      expect(await changedBy(async () => undefined)).toEqual(both());
    },
  );

  it('count as changed if changes were removed before they were read', async () => {
    const { db } = database;
    const changeAndRemove = async () => {
      await write('delete from menu_items')();
      await write('delete from configs')();
      await db.updateTable('table_changes').set({ changed_at: sql`now() - interval '2 hours'` }).execute();
      await removeOldTableChanges(db);
    };
    expect((await changedBy(changeAndRemove)).elsewhere).toEqual(['people', 'profiles', 'settings']);
    expect(await db.selectFrom('table_changes').selectAll().execute()).toHaveLength(1);
    // On PostgreSQL, transactions in other databases of the cluster may be older than the change that was kept.
    if (database.engine === 'embedded') expect(await changedBy(async () => undefined)).toEqual(both());
  });

  it('count as changed after the database was replaced by another', async () => {
    const { db } = database;
    const replace = async () => {
      await sql`create table restored (like table_changes including all)`.execute(db);
      await sql`insert into restored overriding system value select * from table_changes`.execute(db);
      await sql`drop table table_changes`.execute(db);
      await sql`alter table restored rename to table_changes`.execute(db);
    };
    expect((await changedBy(replace)).elsewhere).toEqual(['people', 'profiles', 'settings']);
  });

  it('no longer count as changed once changes that a backup brought from another server have been removed', async () => {
    const { db } = database;
    await sql`insert into table_changes (transaction, subject) values ('9000000000000000000', 'settings')`.execute(
      db,
    );
    expect((await changedBy(async () => undefined)).elsewhere).toEqual(['settings']);
    await removeOldTableChanges(db);
    await changedBy(async () => undefined);
    expect((await changedBy(async () => undefined)).elsewhere).toEqual([]);
  });
});
