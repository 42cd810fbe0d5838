/** Runs one statement on a database under test and returns its rows. */
export type Run = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** What a migrated, empty database contains. */
export interface InitialState {
  /** The initial rows of each table, as JSON; empty tables are omitted. */
  rows: Map<string, string>;
  /** The statement that resets its sequences. */
  sequences: string;
  schema: string;
}

/** Reads the initial state of a database that no test has used yet. */
export async function readInitialState(run: Run): Promise<InitialState> {
  const rows = new Map<string, string>();
  for (const table of await writtenTables(run)) {
    const [found] = await run(`select json_agg(one)::text as rows from ${table} one`);
    if (found?.rows) rows.set(table, String(found.rows));
  }
  return { rows, sequences: await sequencesOf(run), schema: await schemaOf(run) };
}

/** Resets a database to its initial state; returns false if a test changed its schema, which cannot be undone. */
export async function resetToInitialState(
  run: Run,
  { rows, sequences, schema }: InitialState,
): Promise<boolean> {
  if ((await schemaOf(run)) !== schema) return false;
  const tables = await writtenTables(run);
  await run('begin');
  // Disables triggers and foreign keys.
  await run('set local session_replication_role = replica');
  if (tables.length > 0) await run(`truncate ${tables.join(', ')} cascade`);
  for (const [table, json] of rows)
    await run(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
      [json],
    );
  await run(sequences);
  await run('commit');
  return true;
}

/** The tables that have been written to. */
async function writtenTables(run: Run): Promise<string[]> {
  const rows = await run(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) and pg_relation_size(oid) > 0
    order by 1`);
  return rows.map(({ name }) => String(name));
}

async function sequencesOf(run: Run): Promise<string> {
  const rows = await run(`
    select format('setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), last_value is not null) as call
    from pg_sequences order by 1`);
  return `select ${rows.map(({ call }) => call).join(', ')}`;
}

/** Returns a value that changes whenever the schema changes. */
async function schemaOf(run: Run): Promise<string> {
  const rows = await run(`
    select concat_ws(' ',
      (select concat(count(*), '-', max(oid)) from pg_class where relpersistence = 'p'),
      (select count(*) from pg_attribute),
      (select concat(count(*), '-', max(oid)) from pg_constraint),
      (select concat(count(*), '-', max(oid)) from pg_trigger),
      (select concat(count(*), '-', max(oid)) from pg_proc),
      (select concat(count(*), '-', max(oid)) from pg_attrdef)) as found`);
  return String(rows[0]?.found);
}
