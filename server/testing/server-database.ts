import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/db.ts';
import { testDatabase } from './test-database.ts';

/** A migrated, empty database for server processes. */
export interface ServerDatabase {
  /** The settings with which a process opens the database. */
  settings: Record<string, string>;
  /** The open PostgreSQL database; undefined for the embedded engine, which only one process at a time can open. */
  postgresql: Database | undefined;
  /** Reads from or writes to the database. On the embedded engine, no other process may have it open. */
  use(read: (database: Database) => Promise<void>): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a migrated, empty database on the engine under test, with its own data folder. */
export async function serverDatabase(): Promise<ServerDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'challenge-data-'));
  const template = inject('template');
  if (template.engine === 'embedded') {
    await cp(template.dataDir, dataDir, { recursive: true });
    return {
      settings: { DATA_DIR: dataDir },
      postgresql: undefined,
      use: async (read) => {
        const database = await openDatabase({ dataDir });
        await read(database);
        await database.close();
      },
      remove: () => rm(dataDir, { recursive: true }),
    };
  }
  const postgresql = await testDatabase();
  return {
    settings: {
      DATA_DIR: dataDir,
      SECRET: 'a secret of thirty-two characters',
      DATABASE_URL: String(postgresql.pool.options.connectionString),
    },
    postgresql,
    use: (read) => read(postgresql),
    remove: async () => {
      await postgresql.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
