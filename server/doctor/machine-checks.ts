import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { readLastBackup } from '../backup/last-backup.ts';
import type { Check } from './finding.ts';

/** The oldest major version of Node that the platform runs on, as in package.json. */
const oldestNode = 24;

/** Free disk space in MiB: what the embedded database needs to start, and about what a busy month uses. */
const [leastSpace, comfortableSpace] = [32, 1024];

/** The number of days after which a backup is old. */
const oldBackup = 7;

/** Checks the version of Node. */
export const nodeCheck = (version = process.versions.node): Check => ({
  subject: 'node',
  run: async (report) => {
    if (Number.parseInt(version, 10) >= oldestNode) report.ok(`Node ${version}.`);
    else report.problem(`Node ${version} is too old: install Node ${oldestNode} or newer.`);
  },
});

/** Checks the folder for data and the space in it. */
export const diskCheck = (dataDir: string): Check => ({
  subject: 'disk',
  run: async (report) => {
    const folder = resolve(dataDir);
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK).catch(() => {
      throw new Error(`${folder} is not writable by this user: change its owner, or correct DATA_DIR.`);
    });
    const { bavail, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    const text = `${free} MiB are free in ${folder}`;
    if (free < leastSpace)
      report.problem(`${text}: free some space. The server needs ${leastSpace} MiB to start.`);
    else if (free < comfortableSpace) report.warning(`${text}: free some space.`);
    else report.ok(`${text}.`);
  },
});

/** Checks when the last backup was made with this data folder. */
export const backupCheck = (dataDir: string, now: Temporal.Instant): Check => ({
  subject: 'backup',
  run: async (report) => {
    const last = await readLastBackup(dataDir);
    if (!last)
      return report.warning(
        'No backup has been recorded: schedule `npm run backup`, unless you make backups in another way.',
      );
    const days = Math.floor(now.since(Temporal.Instant.from(last.createdAt)).total('hours') / 24);
    const text = `The last backup was made at ${last.createdAt}: ${last.file}`;
    const exists = await access(last.file).then(
      () => true,
      () => false,
    );
    if (days >= oldBackup) report.warning(`${text}. It is ${days} days old: schedule \`npm run backup\`.`);
    else report.ok(`${text}${exists ? '.' : ', which is no longer there.'}`);
  },
});
