import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** Loads the database dump of a release, which scripts/dump-release.ts has written, into a database without tables. */
export async function loadRelease(db: Db, release: string): Promise<void> {
  const packed = await readFile(new URL(`../db/releases/${release}.sql.br`, import.meta.url));
  await db.connection().execute(async (one) => {
    await sql.raw(brotliDecompressSync(packed).toString()).execute(one);
    await sql.raw('reset all').execute(one);
  });
}
