import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/db.ts';
import { testDatabase } from './test-database.ts';

/** A migrated, empty database for processes of the server. */
export interface ServerDatabase {
  /** The settings that lead to it. */
  settings: Record<string, string>;
  /** The PostgreSQL itself; nothing for the embedded engine, which one process at a time can open. */
  postgresql: Database | undefined;
  /** Reads or writes it, on the embedded engine while no process has it open. */
  use(read: (database: Database) => Promise<void>): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a migrated, empty database of the engine under test, with a data folder of its own. */
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
