import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';

/**
 * Creates one migrated database in the cluster of TEST_DATABASE_URL, which every test file copies. `npm test` starts
 * such a cluster.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = process.env.TEST_DATABASE_URL;
  if (!cluster)
    throw new Error('TEST_DATABASE_URL: set it to a PostgreSQL server in which tests can create databases');
  const name = `template_${process.pid}`;
  await onCluster(cluster, `create database ${name}`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href });
  await migrate(database.db);
  await database.close();
  project.provide('template', { engine: 'postgresql', cluster, name });
  return () => onCluster(cluster, `drop database ${name}`);
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
