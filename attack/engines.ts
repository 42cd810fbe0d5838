import { addressOf, onCluster, startPostgresql } from '../scripts/postgresql.ts';
import { type Database, openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';

export const engines = ['embedded', 'postgresql'] as const;
export type Engine = (typeof engines)[number];

/** Creates an empty, migrated database on an engine; closing the database deletes it. */
export async function emptyDatabase(engine: Engine): Promise<Database> {
  const place = engine === 'embedded' ? undefined : await placeInCluster();
  const database = await openDatabase(place ? { databaseUrl: place.url } : {});
  await migrate(database.db);
  return {
    ...database,
    async close() {
      await database.close();
      await place?.remove();
    },
  };
}

/** Creates a database in the cluster of TEST_DATABASE_URL, or in a new cluster if the variable is not set. */
async function placeInCluster(): Promise<{ url: string; remove(): Promise<void> }> {
  const named = process.env.TEST_DATABASE_URL;
  const cluster = named ? { url: named, stop: () => {} } : await startPostgresql();
  const name = `attack_${process.pid}`;
  await onCluster(cluster.url, `create database ${name}`);
  return {
    url: addressOf(cluster.url, name),
    async remove() {
      await onCluster(cluster.url, `drop database ${name} with (force)`);
      cluster.stop();
    },
  };
}
