import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/db.ts';
import { checkDetailsKey } from '../db/details-key.ts';
import { embeddedDatabase } from './embedded-engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template:
      | { engine: 'embedded'; file: string; dataDir: string }
      | { engine: 'postgresql'; cluster: string; name: string };
  }
}

/**
 * A migrated, empty database of the engine under test, deleted or emptied when it is closed. PostgreSQL may have a
 * standby at `databaseReadUrl`. With a details key, the database is in employer-blind mode.
 */
export async function testDatabase(databaseReadUrl?: string, detailsKey?: string): Promise<Database> {
  const database = await openTestDatabase(databaseReadUrl, detailsKey);
  await checkDetailsKey(database.db);
  return database;
}

async function openTestDatabase(databaseReadUrl?: string, detailsKey?: string): Promise<Database> {
  const template = inject('template');
  if (template.engine === 'embedded') return embeddedDatabase(template.file, detailsKey);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onCluster(template.cluster, `create database ${name} template ${template.name}`);
  const url = new URL(template.cluster);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, databaseReadUrl, detailsKey });
  return {
    ...database,
    close: async () => {
      await database.close();
      await onCluster(template.cluster, `drop database ${name} with (force)`);
    },
  };
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
