import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from './db.ts';

const folder = new URL('./drafts/', import.meta.url);

/** Migrations that were edited before the first release, when some databases had already run them. */
const edited = [
  '0001-foundation.sql',
  '0002-participants.sql',
  '0003-workouts.sql',
  '0005-trust.sql',
  '0006-closing.sql',
  '0007-maps-and-people.sql',
  '0014-decisions-after-answers.sql',
];

/** A database that has run this migration has all earlier ones in their released form. */
const released = '0015-released.sql';

/** Upgrades a pre-release database to the state that the released migrations would have produced. Idempotent. */
export async function finishDrafts(tx: Db): Promise<void> {
  const applied = await appliedMigrations(tx);
  if (applied.has(released)) return;
  for (const name of edited.filter((one) => applied.has(one)))
    await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(tx);
}

/** Returns the names of the migrations that a database has run. */
export async function appliedMigrations(db: Db): Promise<Set<string>> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!tables[0]?.there) return new Set();
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
