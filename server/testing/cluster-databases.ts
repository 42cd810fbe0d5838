import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { addressOf, onCluster } from '../../scripts/postgresql.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { type InitialState, type Run, readInitialState, resetToInitialState } from './initial-state.ts';

/** The template of a cluster. */
interface Template {
  cluster: string;
  name: string;
}

/**
 * The addresses of this worker's databases that no test is using, kept because creating and deleting a database takes
 * five times as long as emptying one.
 */
const idle: string[] = [];

/** The state in which every copy of the template begins. */
let initial: InitialState | undefined;

/** Creates a database from the template, or reuses one that an earlier test has returned. */
export async function clusterDatabase(
  template: Template,
  settings: { databaseReadUrl?: string | undefined; detailsKey?: string | undefined },
): Promise<Database> {
  const databaseUrl = idle.pop() ?? (await createDatabase(template));
  const database = await openDatabase({ databaseUrl, ...settings });
  return {
    ...database,
    close: async () => {
      await database.close();
      if (await isEmptied(databaseUrl)) idle.push(databaseUrl);
    },
  };
}

async function createDatabase({ cluster, name }: Template): Promise<string> {
  const copy = `${copiesOf(name)}${randomUUID().replaceAll('-', '')}`;
  await onCluster(cluster, `create database ${copy} template ${name}`);
  const url = addressOf(cluster, copy);
  initial ??= await connected(url, readInitialState);
  return url;
}

/** Empties a database; returns false if a test changed its schema, so that it cannot be used again. */
function isEmptied(url: string): Promise<boolean> {
  return connected(url, async (run) => {
    // A test may have left a connection open.
    await run(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    return initial !== undefined && resetToInitialState(run, initial);
  });
}

async function connected<Result>(url: string, use: (run: Run) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await use(async (statement, values) => (await client.query(statement, values)).rows);
  } finally {
    await client.end();
  }
}

/** Deletes a template and all copies of it. */
export async function dropTemplate({ cluster, name }: Template): Promise<void> {
  const databases = await connected(cluster, (run) =>
    run('select datname as name from pg_database where starts_with(datname, $1)', [copiesOf(name)]),
  );
  for (const database of [...databases.map((one) => one.name), name])
    await onCluster(cluster, `drop database ${database} with (force)`);
}

/** Copies are named after their template, so that those of a crashed worker are deleted, too. */
const copiesOf = (name: string) => `${name}_`;
