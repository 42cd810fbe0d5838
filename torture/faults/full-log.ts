import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../../server/db/db.ts';
import type { Fault, Round } from '../fault.ts';
import { openPlatform } from '../platform.ts';
import { surviving } from '../scenario.ts';
import { mountSmallDisk } from '../small-disk.ts';
import { filler, fullForAWhile } from './full-disk.ts';

/** The free space to leave in the current log segment, in bytes: enough for a few seconds of entries. */
const left = 256 * 1024;
const segment = 16 * 1024 * 1024;
const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name);

/**
 * Fills the disk of the write-ahead log before the next segment is needed, so that the database stops suddenly. The
 * embedded engine's log cannot be filled precisely from outside; its test is in server/db/embedded-engine.test.ts.
 */
async function fullLog(round: Round): Promise<string> {
  const platform = await openPlatform('postgresql', round.template, round.atEnd);
  await platform.cluster().halt('fast');
  const log = join(platform.cluster().data, 'pg_wal');
  const copy = `${log}-copy`;
  copyAll(log, copy);
  const disk = mountSmallDisk(round, 160, log);
  copyAll(copy, log);
  rmSync(copy, { recursive: true });
  await platform.cluster().resume();
  return surviving({
    round,
    platform,
    traffic: { filler },
    fault: async (traffic) => {
      const current = await nearTheEnd(platform.databaseUrl);
      // Removes preallocated segments, which would delay the failure.
      for (const name of readdirSync(log)) if (isSegment(name) && name > current) rmSync(join(log, name));
      await fullForAWhile(round, disk, traffic);
      await platform.cluster().resume();
    },
  });
}

/** Copies the content of a folder and keeps the owners of the files. */
function copyAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Fills the current log segment almost completely; returns its name. */
async function nearTheEnd(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ databaseUrl });
  const { db } = database;
  const position = await positionOf(db);
  const rest = segment - (position % segment) - left;
  for (let written = 0; written < rest; written += left)
    await sql`select pg_logical_emit_message(false, 'torture', repeat('x', ${Math.min(left, rest - written)}::int))`.execute(
      db,
    );
  const { rows } = await sql<{
    name: string;
  }>`select pg_walfile_name(pg_current_wal_insert_lsn()) as name`.execute(db);
  await database.close();
  return rows[0]?.name ?? '';
}

async function positionOf(db: Db): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as position`.execute(db);
  return rows[0]?.position ?? 0;
}

export const fullLogs: Fault[] = [{ name: 'full-log', engine: 'postgresql', run: fullLog }];
