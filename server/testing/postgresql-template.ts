import type { TestProject } from 'vitest/node';
import { addressOf, onCluster } from '../../scripts/postgresql.ts';
import { openDatabase } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { openQueue } from '../kit/queue.ts';
import { dropTemplate } from './cluster-databases.ts';

/**
 * Creates a database with all migrations applied and with the queue’s tables in the cluster of TEST_DATABASE_URL. Tests
 * use copies of this database. `npm test` starts such a cluster.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = process.env.TEST_DATABASE_URL;
  if (!cluster)
    throw new Error('TEST_DATABASE_URL: set it to a PostgreSQL server in which tests can create databases');
  const name = `template_${process.pid}`;
  await onCluster(cluster, `create database ${name}`);
  const database = await openDatabase({ databaseUrl: addressOf(cluster, name) });
  await migrate(database.db);
  const queue = openQueue(database.pool, { works: false, report: console.error });
  await queue.prepared();
  await queue.stop();
  await database.close();
  project.provide('template', { engine: 'postgresql', cluster, name });
  return () => dropTemplate({ cluster, name });
}
