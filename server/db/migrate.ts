import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Db } from './db.ts';
import { finishDrafts } from './drafts.ts';
import { oneAtATime } from './one-at-a-time.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Brings the tables up to date: runs the .sql files that have not run yet, in the order of their names.
 * Processes that start together wait for one another. Throws what the first failing file threw.
 */
export async function migrate(db: Db): Promise<void> {
  await oneAtATime(db, 'migrations', async (one) => {
    await finishDrafts(one);
    await runMigrations(one);
  });
}

async function runMigrations(db: Db): Promise<void> {
  const { error } = await new Migrator({
    db,
    // Databases of drafts lack numbers between those that they have; each file is one subject of its own.
    allowUnorderedMigrations: true,
    provider: {
      async getMigrations() {
        const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
        const entries = names.map(async (name) => {
          const text = await readFile(new URL(name, folder), 'utf8');
          return [
            name,
            {
              up: (tx: Db) =>
                sql
                  .raw(text)
                  .execute(tx)
                  .then(() => undefined),
            },
          ] as const;
        });
        return Object.fromEntries(await Promise.all(entries));
      },
    },
  }).migrateToLatest();
  if (error) throw error;
}
