import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { lockInTransaction } from './advisory-lock.ts';
import { databaseLimits } from './database-limits.ts';
import type { Db } from './db.ts';
import { appliedMigrations, finishDrafts } from './drafts.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Matches the names of migrations that only add to the database, so that processes of the previous version can keep
 * using it. Those processes recognise such a migration by its name, because they do not have its file.
 */
const expands = /^\d{4}-expand-/;

/**
 * Migrates the database: runs all .sql files that have not run yet, in the order of their names and in one
 * transaction. Processes that start together wait for one another. Throws the error of the first file that
 * fails, and throws if a later version has changed the database in a way that this version cannot use.
 */
export async function migrate(db: Db): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  await db.transaction().execute(async (tx) => {
    await lockInTransaction(tx, 'migrations');
    const unknown = [...(await appliedMigrations(tx))].filter((name) => !names.includes(name));
    const later = unknown.filter((name) => !expands.test(name));
    if (later.length > 0)
      throw new Error(
        `A later version has used this database (${later.join(', ')}): start that version, or restore a backup.`,
      );
    await finishDrafts(tx);
    await runMigrations(tx, names, unknown);
  });
}

/**
 * Runs the migrations with these names, unless they have run before. `unknown` are migrations of a later
 * version.
 */
async function runMigrations(tx: Db, names: string[], unknown: string[]): Promise<void> {
  const { error } = await new Migrator({
    db: tx,
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
              up: async () => {
                // Requests queue behind a migration that waits for a table, so the wait is limited. The statement
                // itself may take longer.
                await sql.raw(`set local lock_timeout = ${databaseLimits.migrationLock}`).execute(tx);
                await sql.raw(text).execute(tx);
              },
            },
          ] as const;
        });
        // Without the names of a later version's migrations, Kysely would refuse the database.
        const others = unknown.map((name) => [name, { up: async () => {} }]);
        return Object.fromEntries([...(await Promise.all(entries)), ...others]);
      },
    },
  }).migrateToLatest();
  if (error) throw error;
}
