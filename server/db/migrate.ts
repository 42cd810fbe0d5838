import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { oneAtATime } from './advisory-lock.ts';
import { databaseLimits } from './database-limits.ts';
import type { Db } from './db.ts';
import { appliedMigrations, finishDrafts } from './drafts.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Migrates the database: runs all .sql files that have not run yet, in the order of their names. Processes that start
 * together wait for one another. Throws the error of the first file that fails, and throws if the database was migrated
 * by a later version.
 */
export async function migrate(db: Db): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  await oneAtATime(db, 'migrations', async (one) => {
    const later = [...(await appliedMigrations(one))].filter((name) => !names.includes(name));
    if (later.length > 0)
      throw new Error(
        `A later version has used this database (${later.join(', ')}): start that version, or restore a backup.`,
      );
    await finishDrafts(one);
    await runMigrations(one, names);
  });
}

async function runMigrations(db: Db, names: string[]): Promise<void> {
  const { error } = await new Migrator({
    db,
    // Pre-release databases may have gaps in the sequence of migrations; the files that fill them are independent of
    // one another.
    allowUnorderedMigrations: true,
    provider: {
      async getMigrations() {
        const entries = names.map(async (name) => {
          const text = await readFile(new URL(name, folder), 'utf8');
          return [
            name,
            {
              up: async (tx: Db) => {
                // Requests queue behind a migration that waits for a table, so the wait is limited. The statement
                // itself may take longer.
                await sql.raw(`set local lock_timeout = ${databaseLimits.migrationLock}`).execute(tx);
                await sql.raw(text).execute(tx);
              },
            },
          ] as const;
        });
        return Object.fromEntries(await Promise.all(entries));
      },
    },
  }).migrateToLatest();
  if (error) throw error;
}
