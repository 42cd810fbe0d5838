import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrationsLock } from '../db/advisory-lock.ts';
import { schemas } from './embedded-backup.ts';
import { connectTo } from './postgresql-backup.ts';
import { partsOfScript } from './sql-script.ts';

const schemaList = schemas.map((schema) => `'${schema}'`).join(', ');

/**
 * Removes everything in the platform's schemas except what belongs to extensions. The schema `public` itself
 * may belong to another database user.
 */
const empty = `
  do $$
  declare command text;
  begin
    for command in
      select format('drop table if exists %s cascade', c.oid::regclass) from pg_class c
      where c.relnamespace = any (array(select oid from pg_namespace where nspname in (${schemaList})))
        and c.relkind in ('r', 'p')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    loop execute command; end loop;
    for command in
      select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop execute command; end loop;
    for command in
      select format('drop type if exists %s cascade', t.oid::regtype) from pg_type t
      where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
        and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    loop execute command; end loop;
  end $$;
  drop schema if exists jobs cascade`;

/**
 * Restores a script into a PostgreSQL database in a single transaction, so that the former data stays until
 * it commits. A server that starts during the restore waits, as it does for another server's migrations.
 */
export async function restorePostgresql(
  databaseUrl: string,
  script: () => AsyncIterable<Buffer>,
  mayReplace: boolean,
): Promise<void> {
  const client = await connectTo(databaseUrl);
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; begin');
    await mustBeAlone(client);
    const { rows } = await client.query('select pg_try_advisory_xact_lock($1::bigint) as locked', [
      migrationsLock,
    ]);
    if (!rows[0].locked) throw new Error('A server is starting on this database: stop it first.');
    if (!mayReplace) await mustBeEmpty(client);
    await client.query(empty);
    for await (const part of partsOfScript(script())) {
      if ('sql' in part) await client.query(part.sql);
      else await pipeline(part.rows, client.query(copyFrom(part.copy)));
    }
    await client.query('commit');
    // The planner has no statistics yet. If `analyze` fails, the restored data is still complete.
    await client.query('analyze').catch(() => undefined);
  } finally {
    await client.end();
  }
}

/** Throws if another process is connected to the database as the same user. */
async function mustBeAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ place: string }>(`
    select distinct coalesce(host(client_addr), 'this machine') as place from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`);
  if (rows.length > 0)
    throw new Error(
      `Other processes are connected to the database as the same user, from ${rows.map(({ place }) => place).join(', ')}: stop all servers first.`,
    );
}

async function mustBeEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (
      select from pg_tables where schemaname in (${schemaList})
    ) as found`,
  );
  if (rows[0]?.found) throw notEmpty('The database');
}

/** Returns the error for a restore to a place whose database must not be replaced. */
export const notEmpty = (place: string): Error =>
  new Error(`${place} is not empty. To delete its data and restore the backup instead, add --replace.`);
