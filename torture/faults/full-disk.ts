import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Fault, Round } from '../fault.ts';
import { openPlatform, type Platform } from '../platform.ts';
import { surviving } from '../scenario.ts';
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts';
import type { Traffic } from '../traffic.ts';

/** A long text, which soon uses up the free space inside the existing tables. */
export const filler = 'a long remark '.repeat(60);
const fullFor = 10_000;
/** If all requests succeed for this long, the database has not noticed the full disk, and the test proves nothing. */
const detectionLimit = 40_000;

/** Fills the disk, keeps it full for a while after the first refused request, and frees space again. */
export async function fullForAWhile({ failures }: Round, disk: SmallDisk, traffic: Traffic): Promise<void> {
  const before = traffic.answers.length;
  disk.fill();
  const isRefused = () =>
    traffic.answers.slice(before).some(({ kind, status }) => kind === 'log' && status !== 201);
  const end = performance.now() + detectionLimit;
  while (!isRefused() && performance.now() < end) {
    await setTimeout(200);
    disk.fill();
  }
  if (!isRefused())
    failures.push(`no activity was refused within ${detectionLimit / 1000} s, although the disk was full`);
  const until = performance.now() + fullFor;
  while (performance.now() < until) {
    await setTimeout(200);
    disk.fill();
  }
  disk.free();
}

/** Runs with the tables, but not the cluster's log, on a disk that becomes full. */
async function fullTablespace(round: Round): Promise<string> {
  const disk = mountSmallDisk(round, 200);
  const platform = await openPlatform('postgresql', round.template, round.atEnd);
  const place = join(disk.folder, 'tables');
  mkdirSync(place);
  spawnSync('chown', ['postgres', place]);
  chmodSync(disk.folder, 0o755);
  const client = new pg.Client(platform.cluster().url);
  await client.connect();
  await client.query(`create tablespace small location '${place}'`);
  await client.query('alter database challenge set tablespace small');
  await client.end();
  return survivingFullDisk(round, platform, disk);
}

/** Runs with the cluster's whole data folder on a disk that becomes full. If PostgreSQL stops, the test restarts it. */
async function fullCluster(round: Round): Promise<string> {
  const disk = mountSmallDisk(round, 400);
  const platform = await openPlatform('postgresql', round.template, round.atEnd, {
    within: disk.folder,
    postgresql: ['max_wal_size = 64MB', 'min_wal_size = 32MB'],
  });
  return survivingFullDisk(round, platform, disk, () => platform.cluster().resume());
}

async function fullDataFolder(round: Round): Promise<string> {
  const disk = mountSmallDisk(round, 400);
  const platform = await openPlatform('embedded', round.template, round.atEnd, { within: disk.folder });
  return survivingFullDisk(round, platform, disk);
}

const survivingFullDisk = (
  round: Round,
  platform: Platform,
  disk: SmallDisk,
  afterwards?: () => Promise<void>,
) =>
  surviving({
    round,
    platform,
    traffic: { filler },
    fault: async (traffic) => {
      await fullForAWhile(round, disk, traffic);
      await afterwards?.();
    },
  });

export const fullDisks: Fault[] = [
  { name: 'full-tablespace', engine: 'postgresql', run: fullTablespace },
  { name: 'full-disk', engine: 'postgresql', run: fullCluster },
  { name: 'full-disk', engine: 'embedded', run: fullDataFolder },
];
