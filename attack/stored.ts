import type pg from 'pg';
import type { Database } from '../server/db/db.ts';

/** The tables that any refused request may write, with the reason. */
const writtenByRefusals: Record<string, string> = {
  failed_attempts: 'counts wrong passwords and codes, and calls of apps',
  ingest_tokens: 'stores when a personal token was last used, even if the call fails',
  security_events: 'logs failed sign-ins',
  sessions: 'creates a session for a browser that is redirected to another service',
};

/** The tables that a refused request may write, for individual operations. */
const writtenByRefusalsOf: Record<string, string[]> = {
  // If an invited person signs up instead of following the invitation, the invitation is sent again.
  'accounts.signUp': ['jobs.job_common', 'mails'],
};

/** Observes the stored data: which tables a request has written, and how to restore them. */
export interface Stored {
  /** Returns the tables that committed transactions have written since the last call to `written`. */
  written(): Promise<string[]>;
  /** Restores the initial content of these tables. */
  restore(tables: string[]): Promise<void>;
}

/** Returns the tables in this list that a refused request to an operation must not write. */
export const forbiddenToRefusals = (tables: string[], operation: string) =>
  tables.filter((table) => !(table in writtenByRefusals) && !writtenByRefusalsOf[operation]?.includes(table));

/**
 * Copies all tables, and from then on records which tables are written. Triggers record the writes, so rolled-back
 * writes do not count, and neither do updates that change nothing.
 */
export async function watchStored({ pool }: Database): Promise<Stored> {
  const tables = await tablesOf(pool);
  await pool.query('create schema attack');
  await pool.query('create table attack.written (name text not null)');
  await pool.query(
    `create function attack.note() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' or old::text is distinct from new::text then
        insert into attack.written values (tg_argv[0]);
      end if;
      return null;
    end $$`,
  );
  for (const { name, place } of tables) {
    await pool.query(`create table attack."${name}" as table ${place}`);
    await pool.query(
      `create trigger attack_note after insert or update or delete on ${place}
       for each row execute function attack.note('${name}')`,
    );
  }
  return {
    async written() {
      const { rows } = await pool.query<{ name: string }>('delete from attack.written returning name');
      return [...new Set(rows.map(({ name }) => name))];
    },
    async restore(names) {
      const touched = tables.filter(({ name }) => names.includes(name));
      if (touched.length === 0) return;
      const statements = touched.flatMap(({ name, place, columns, identities }) => [
        `delete from ${place}`,
        `insert into ${place} (${columns}) overriding system value select ${columns} from attack."${name}"`,
        ...identities.map(
          (column) =>
            `select setval(pg_get_serial_sequence('${place}', '${column}'), coalesce(max("${column}"), 0) + 1, false) from ${place}`,
        ),
      ]);
      // A single query without parameters is one round trip and one transaction. Foreign keys and triggers are
      // disabled.
      await pool.query(
        ['begin', `set local session_replication_role = replica`, ...statements, 'commit'].join(';\n'),
      );
    },
  };
}

interface Table {
  name: string;
  /** The quoted name with the schema. */
  place: string;
  /** All columns except generated ones. */
  columns: string;
  /** The identity columns. */
  identities: string[];
}

/** Returns the app's tables, and the job tables of the queue. */
async function tablesOf(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query<{
    schema: string;
    name: string;
    columns: string[];
    identities: string[];
  }>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and a.attidentity <> '') as identities
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (n.nspname = 'public' and c.relname <> 'migrations'
       or n.nspname = 'jobs' and c.relname like 'job\\_common%')
     order by 1, 2`,
  );
  return rows.map(({ schema, name, columns, identities }) => ({
    name: schema === 'public' ? name : `${schema}.${name}`,
    place: `${schema}."${name}"`,
    columns: columns.map((column) => `"${column}"`).join(', '),
    identities,
  }));
}
