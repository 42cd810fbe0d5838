import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { type Database, openDatabase } from '../db/db.ts';

/** An embedded engine of this worker, and its initial state. */
interface Engine {
  pglite: PGlite;
  /** The initial rows of each table, as JSON; empty tables are omitted. */
  rows: Map<string, string>;
  /** The commands that reset its sequences. */
  sequences: string;
  schema: string;
}

/** The engines that no test is using, kept because opening an engine takes ten times as long as emptying one. */
const idle: Engine[] = [];

/** Opens an engine on a copy of the template, or reuses one that an earlier test has returned. */
export async function embeddedDatabase(template: string, detailsKey?: string): Promise<Database> {
  const engine = idle.pop() ?? (await openEngine(template));
  const database = await openDatabase({ pglite: engine.pglite, detailsKey });
  return {
    ...database,
    close: async () => {
      await database.close();
      if (await isEmptied(engine)) idle.push(engine);
      else await engine.pglite.close();
    },
  };
}

async function openEngine(template: string): Promise<Engine> {
  const pglite = await PGlite.create({ loadDataDir: new Blob([new Uint8Array(await readFile(template))]) });
  const rows = new Map<string, string>();
  for (const table of await writtenTables(pglite)) {
    const { rows: found } = await pglite.query<{ rows: string | null }>(
      `select json_agg(one)::text as rows from ${table} one`,
    );
    if (found[0]?.rows) rows.set(table, found[0].rows);
  }
  return { pglite, rows, sequences: await sequencesOf(pglite), schema: await schemaOf(pglite) };
}

/** Resets an engine to its initial state; returns false if a test changed its schema, which cannot be undone. */
async function isEmptied({ pglite, rows, sequences, schema }: Engine): Promise<boolean> {
  // A test may have left a transaction open.
  await pglite.exec('rollback; deallocate all; reset all; unlisten *; select pg_advisory_unlock_all()');
  if ((await schemaOf(pglite)) !== schema) return false;
  const tables = await writtenTables(pglite);
  await pglite.transaction(async (tx) => {
    // Disables triggers and foreign keys.
    await tx.exec('set local session_replication_role = replica');
    if (tables.length > 0) await tx.exec(`truncate ${tables.join(', ')} cascade`);
    for (const [table, json] of rows)
      await tx.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [json],
      );
    await tx.exec(sequences);
  });
  return true;
}

/** The tables that have been written to. */
async function writtenTables(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) and pg_relation_size(oid) > 0
    order by 1`);
  return rows.map(({ name }) => name);
}

async function sequencesOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ command: string }>(`
    select format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), last_value is not null) as command
    from pg_sequences order by 1`);
  return rows.map(({ command }) => command).join(';');
}

/** Returns a value that changes whenever the schema changes. */
async function schemaOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ found: string }>(`
    select concat_ws(' ',
      (select concat(count(*), '-', max(oid)) from pg_class where relpersistence = 'p'),
      (select count(*) from pg_attribute),
      (select concat(count(*), '-', max(oid)) from pg_constraint),
      (select concat(count(*), '-', max(oid)) from pg_trigger),
      (select concat(count(*), '-', max(oid)) from pg_proc),
      (select concat(count(*), '-', max(oid)) from pg_attrdef)) as found`);
  return String(rows[0]?.found);
}
