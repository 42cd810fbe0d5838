import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import { fillWithDemo } from '../demo/demo.ts';
import { buildServer, builtServer } from '../scripts/built-server.ts';
import { startPostgresql } from '../scripts/postgresql.ts';
import { type Database, openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { hashPassword } from '../server/sign-in/passwords/password-hash.ts';
import { type ServerProcess, startServerProcess } from '../server/testing/server-process.ts';
import { memoryNow } from '../torture/memory.ts';
import { fillForBench } from './bench-data.ts';
import { median } from './median.ts';
import { replaceSessions } from './sessions.ts';
import { load, type Requests } from './wrk.ts';

/**
 * Uses a server for a long time at about half the load that it can carry, and measures its memory. About every twentieth
 * call logs an activity; the others are those of the dashboard. Fails if a call fails or if the memory grows: its median
 * in the last third of the time may exceed that in the middle third by at most 5 %. In 30 minutes, this is a growth of
 * 5 % in ten minutes; a slower leak needs a longer run.
 *
 * Run with `npm run soak -- --minutes 30`, or with `--engine embedded` for the demo company with everything in one
 * process; by default, PostgreSQL with a web process and a process for jobs. Needs `wrk`.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    engine: { type: 'string', default: 'postgresql' },
  },
});
const minutes = Number(values.minutes);
if (!(minutes >= 1)) throw new Error('--minutes must be a number, at least 1');
if (values.engine !== 'postgresql' && values.engine !== 'embedded')
  throw new Error('--engine must be postgresql or embedded');

const secret = 'the secret of a benchmark, nothing else';
const data = { people: 100_000, activities: 1_000_000 };
const sessions = 200;
const connections = 50;
/** How long the server is warmed up and the peak is measured before the soak, each in seconds. */
const peakFor = 20;
/** The length of a measurement during the soak, in seconds, and how often memory is read meanwhile, in milliseconds. */
const [slice, interval] = [20, 1000];
const mostGrowth = 0.05;

/** A server under load, and its processes by name. */
interface Soaked {
  processes: { name: string; server: ServerProcess }[];
  cookies: string[];
  uuid: string;
}

const atEnd = new AsyncDisposableStack();
const signals = ['SIGINT', 'SIGTERM'] as const;
for (const signal of signals) process.once(signal, () => atEnd.disposeAsync().then(() => process.exit(1)));
let failures: string[] = [];
try {
  await buildServer();
  failures = await soak(values.engine === 'embedded' ? await startDemo() : await startCompany());
} finally {
  await atEnd.disposeAsync();
}
for (const failure of failures) console.error(failure);
process.exit(failures.length === 0 ? 0 : 1);

/** Starts a web process and a process for jobs on PostgreSQL. */
async function startCompany(): Promise<Soaked> {
  const cluster = await startPostgresql([]);
  atEnd.defer(() => cluster.stop());
  const settings = { DATABASE_URL: cluster.url, DATA_DIR: temporaryFolder(), SECRET: secret };
  const database = await openDatabase({ databaseUrl: cluster.url });
  await migrate(database.db);
  await fillForBench(database, data.activities, data.people);
  const { cookies, uuid } = await signedIn(database);
  console.log(`PostgreSQL, ${data.people} people, ${data.activities} activities`);
  const processes = [
    { name: 'ROLE=web', server: await start({ ...settings, ROLE: 'web' }) },
    { name: 'ROLE=jobs', server: await start({ ...settings, ROLE: 'jobs' }) },
  ];
  return { processes, cookies, uuid };
}

/** Starts the demo company on the embedded engine, in one process. */
async function startDemo(): Promise<Soaked> {
  const dataDir = temporaryFolder();
  const database = await openDatabase({ dataDir });
  await migrate(database.db);
  await fillWithDemo(database.db, { now: Temporal.Now.instant(), passwordHash: await hashPassword(secret) });
  const { cookies, uuid } = await signedIn(database);
  console.log('The embedded engine, the demo company');
  const server = await start({ DATA_DIR: dataDir, SECRET: secret, DEMO: 'on' });
  return { processes: [{ name: 'ROLE=all', server }], cookies, uuid };
}

/** Signs people in, returns their cookies and the latest challenge, and closes the database. */
async function signedIn(database: Database): Promise<{ cookies: string[]; uuid: string }> {
  const cookies = await replaceSessions(database.db, secret, sessions);
  const { uuid } = await database.db
    .selectFrom('challenges')
    .select('uuid')
    .where('starts_on', '<=', Temporal.Now.plainDateISO().toString())
    .orderBy('starts_on', 'desc')
    .executeTakeFirstOrThrow();
  await database.close();
  return { cookies, uuid };
}

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  // As in the image and the systemd unit, compiled code is not cached.
  const production = { NODE_DISABLE_COMPILE_CACHE: '1', ...settings };
  const server = await startServerProcess(production, undefined, builtServer);
  atEnd.defer(async () => {
    if (!hasEnded(server)) await server.end('SIGTERM');
  });
  return server;
}

function hasEnded({ child }: ServerProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'challenge-soak-'));
  atEnd.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Measures the peak, then uses the server at half of it. Prints the results and returns what is wrong with them. */
async function soak({ processes, cookies, uuid }: Soaked): Promise<string[]> {
  const board = '/platform/api/stats_activities?periodType=challenge&limit=15';
  const dashboardOf = (person: number) => [
    '/platform/api/configs',
    '/global-challenge-menu?locale=nl',
    '/platform/api/person_infos/me',
    '/platform/api/challenges/current',
    `/platform/api/challenge_statss/${uuid}`,
    `/platform/api/challenge_progresses/${uuid}`,
    '/platform/api/activities?page=1',
    board,
    `${board}&person=%2Fplatform%2Fapi%2Fperson_infos%2F${person}`,
  ];
  const requests: Omit<Requests, 'seconds'> = {
    address: processes[0]?.server.address ?? '',
    cookies,
    connections,
    post: 'some',
    mayBeRefused: true,
    paths: Array.from({ length: 20 }, (_, n) => dashboardOf(n + 1)).flat(),
  };
  await load({ ...requests, seconds: peakFor });
  const peak = await load({ ...requests, seconds: peakFor });
  // At the peak, the connections never pause. With this pause alone, without latency, they reach half the peak.
  const pause = (2000 * connections) / peak.perSecond;
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model}), ${connections} connections, every twentieth call logs an activity`,
  );
  console.log(`At most ${Math.round(peak.perSecond)} calls per second; ${peak.failed} others failed`);
  const memories = processes.map(() => [] as number[]);
  const timer = setInterval(() => {
    for (const [index, { server }] of processes.entries())
      if (!hasEnded(server)) memories[index]?.push(memoryNow(server.child.pid ?? 0));
  }, interval);
  atEnd.defer(() => clearInterval(timer));
  const loads = [];
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end) loads.push(await load({ ...requests, pause, seconds: slice }));

  const heading = ['minutes', 'calls per second', `99 % within, ms (slowest ${slice} s)`, 'failed'];
  console.log(row([...heading, ...processes.map(({ name }) => `${name}, MB`)]));
  console.log(row(['---', ...heading.slice(1).map(() => '--:'), ...processes.map(() => '--:')]));
  for (const third of [0, 1, 2]) {
    const of = thirdOf(loads, third);
    console.log(
      row([
        `${Math.round((third * minutes) / 3)} to ${Math.round(((third + 1) * minutes) / 3)}`,
        String(Math.round(of.reduce((sum, { perSecond }) => sum + perSecond, 0) / of.length)),
        String(Math.round(Math.max(...of.map(({ p99 }) => p99)))),
        String(of.reduce((sum, { failed }) => sum + failed, 0)),
        ...memories.map((one) => String(Math.round(median(thirdOf(one, third))))),
      ]),
    );
  }
  const failed = loads.reduce((sum, one) => sum + one.failed, 0);
  const slowest = Math.min(...loads.map(({ perSecond }) => perSecond));
  return [
    ...(failed > 0 ? [`${failed} calls failed`] : []),
    ...(slowest < peak.perSecond / 4 ? [`at one time, only ${Math.round(slowest)} calls per second`] : []),
    ...processes.flatMap(({ name, server }) =>
      hasEnded(server) ? [`${name} has ended:\n${server.printed()}`] : [],
    ),
    ...processes.flatMap(({ name }, index) => {
      const [middle, last] = [1, 2].map((third) => median(thirdOf(memories[index] ?? [], third)));
      const growth = (last ?? 0) / (middle ?? 0) - 1;
      console.log(
        `${name}: at most ${Math.round(Math.max(...(memories[index] ?? [])))} MB; last third against middle third ${(100 * growth).toFixed(1)} %`,
      );
      return growth <= mostGrowth ? [] : [`the memory of ${name} grew`];
    }),
  ];
}

function thirdOf<One>(all: One[], third: number): One[] {
  return all.slice(Math.floor((third * all.length) / 3), Math.floor(((third + 1) * all.length) / 3));
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
