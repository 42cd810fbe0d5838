import type pg from 'pg';
import type { Database } from '../server/db/db.ts';

/** Tables that a refused request may write, and why. */
const writtenByRefusals: Record<string, string> = {
  failed_attempts: 'counts wrong passwords and codes, and calls of apps',
  ingest_tokens: 'stores when a personal token was last used, even if the call fails',
  security_events: 'logs failed sign-ins',
  sessions: 'creates a session for a browser that is redirected to another service',
};

/** Tables that a refused request of one operation may write. */
const writtenByRefusalsOf: Record<string, string[]> = {
  // An invited person who signs up instead gets the invitation again.
  'accounts.signUp': ['jobs.job_common', 'mails'],
};

/** Observes stored data: which tables a request has written, and how to restore them. */
export interface Stored {
  /** The tables written since the last call, by committed transactions. */
  written(): Promise<string[]>;
  /** Restores the initial content of these tables. */
  restore(tables: string[]): Promise<void>;
}

/** The tables among these that no refused request to an operation may write. */
export const forbiddenToRefusals = (tables: string[], operation: string) =>
  tables.filter((table) => !(table in writtenByRefusals) && !writtenByRefusalsOf[operation]?.includes(table));

/**
 * Copies every table and records from now on which ones are written: by triggers, so that rolled-back writes do not
 * count. An update that changes nothing does not count either.
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
      // Without parameters: one round trip and one transaction, with foreign keys and triggers disabled.
      await pool.query(
        ['begin', `set local session_replication_role = replica`, ...statements, 'commit'].join(';\n'),
      );
    },
  };
}

interface Table {
  name: string;
  /** Its name with its schema, quoted. */
  place: string;
  /** All columns that are not generated. */
  columns: string;
  /** Identity columns. */
  identities: string[];
}

/** The app's own tables, and the job tables of its queue. */
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
