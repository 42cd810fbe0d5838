import { inject } from 'vitest';
import type { Database } from '../db/db.ts';
import { checkDetailsKey } from '../db/details-key.ts';
import { clusterDatabase } from './cluster-databases.ts';
import { embeddedDatabase } from './embedded-engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template:
      | { engine: 'embedded'; file: string; dataDir: string }
      | { engine: 'postgresql'; cluster: string; name: string };
  }
}

/**
 * A migrated, empty database on the engine under test, emptied or deleted when it is closed. PostgreSQL may have a
 * standby at `databaseReadUrl`. With a details key, the database is in employer-blind mode.
 */
export async function testDatabase(databaseReadUrl?: string, detailsKey?: string): Promise<Database> {
  const template = inject('template');
  const database =
    template.engine === 'embedded'
      ? await embeddedDatabase(template.file, detailsKey)
      : await clusterDatabase(template, { databaseReadUrl, detailsKey });
  await checkDetailsKey(database.db);
  return database;
}
