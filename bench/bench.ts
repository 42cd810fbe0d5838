import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import nodeFlags from '../scripts/node-flags.json' with { type: 'json' };
import { startPostgresql } from '../scripts/postgresql.ts';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { fillForBench } from './bench-data.ts';
import { latencyUnderLoad } from './latency-under-load.ts';
import { logAtRate } from './log-at-rate.ts';
import { median } from './median.ts';
import { measureStreams } from './streams.ts';
import { type Load, load } from './wrk.ts';

/** How much is in a database. */
interface Size {
  people: number;
  activities: number;
}

const small: Size = { people: 10_000, activities: 10_000 };
/**
 * PostgreSQL is measured with several years of a large company's data; the embedded engine is for evaluation
 * and for small companies.
 */
const large = {
  postgresql: { people: 100_000, activities: 10_000_000 },
  embedded: { people: 10_000, activities: 500_000 },
};
const sessions = 1000;
const seconds = 3;
const rounds = 3;

const board = '/platform/api/stats_activities?periodType=challenge';
const readings: { name: string; paths: string[] }[] = [
  { name: 'Complete ranking of 2,000', paths: [`${board}&limit=2000`] },
  { name: 'Top 15', paths: [`${board}&limit=15`] },
  {
    name: 'The dashboard’s calls',
    paths: [
      '/platform/api/configs',
      '/global-challenge-menu?locale=nl',
      '/platform/api/person_infos/me',
      '/platform/api/challenges/current',
      '/platform/api/challenge_statss/UUID',
      '/platform/api/challenge_progresses/UUID',
      '/platform/api/activities?page=1',
      `${board}&limit=15`,
      `${board}&limit=15&person=%2Fplatform%2Fapi%2Fperson_infos%2F9000`,
    ],
  },
];

interface Served {
  address: string;
  cookies: string[];
  uuid: string;
  pid: number;
  stop(): void;
}

type Place = { databaseUrl: string } | { dataDir: string };

/** Fills a database and serves it in a separate process. */
async function serve(place: Place, { people, activities }: Size): Promise<Served> {
  const database = await openDatabase(place);
  await migrate(database.db);
  await fillForBench(database, activities, people);
  const { uuid } = await database.db.selectFrom('challenges').select('uuid').executeTakeFirstOrThrow();
  await database.close();
  const server = fork(
    fileURLToPath(new URL('bench-server.ts', import.meta.url)),
    [JSON.stringify({ ...place, sessions })],
    { execArgv: nodeFlags },
  );
  const [{ address, cookies }] = (await once(server, 'message')) as [{ address: string; cookies: string[] }];
  return { address, cookies, uuid, pid: server.pid ?? 0, stop: () => server.disconnect() };
}

/** Returns the run with the median speed. */
function middle(loads: Load[]): Load {
  return [...loads].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(loads.length / 2)] as Load;
}

/**
 * Measures reads from both databases and from memory. The runs alternate, so that conditions are the same for all of
 * them.
 */
async function measureReading({ name, paths }: (typeof readings)[number], sizes: Served[]): Promise<string> {
  const targets = await Promise.all(
    sizes.map(async (served) => {
      const real = paths.map((path) => path.replace('UUID', served.uuid));
      const remembered = await Promise.all(real.map((path) => remember(served, path)));
      return { served, real, memory: remembered.map(({ index }) => `/memory/${index}`), bytes: remembered };
    }),
  );
  const loads = targets.map(() => ({ real: [] as Load[], memory: [] as Load[] }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { served, real, memory }] of targets.entries()) {
      const requests = {
        address: served.address,
        cookies: served.cookies.slice(0, 50),
        connections: 50,
        seconds,
      };
      loads[index]?.real.push(await load({ ...requests, paths: real }));
      loads[index]?.memory.push(await load({ ...requests, paths: memory }));
    }
  const [few, many] = loads.map(({ real, memory }) => ({ real: middle(real), memory: middle(memory) }));
  if (!few || !many) throw new Error('needs two sizes');
  const bytes = targets[1]?.bytes.reduce((sum, one) => sum + one.bytes, 0) ?? 0;
  return row([
    name,
    `${number(bytes / 1000, 1)} kB`,
    number(many.real.perSecond),
    number(many.real.median, 2),
    number(many.memory.perSecond),
    `${number((100 * many.real.perSecond) / many.memory.perSecond, 1)} %`,
    number(few.real.perSecond / many.real.perSecond, 2),
  ]);
}

async function remember(served: Served, path: string): Promise<{ index: number; bytes: number }> {
  const params = new URLSearchParams({ path, cookie: served.cookies[0] ?? '' });
  const answer = await fetch(`${served.address}/remember?${params}`, {
    // Keeps no connection open, because this process does not notice closed connections while wrk runs.
    headers: { connection: 'close' },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { index: number; bytes: number };
}

const loggings = [
  { name: 'One activity POST, 50 clients', connections: 50, post: 'unkeyed' },
  { name: 'The same with an idempotency key, as our apps send', connections: 50, post: 'keyed' },
  { name: 'One activity POST, 1 client', connections: 1, post: 'unkeyed' },
] as const;

/** Measures the logging of activities in both databases. */
async function measureLogging(sizes: Served[]): Promise<string[]> {
  const rows: string[] = [];
  for (const { name, connections, post } of loggings) {
    const loads: Load[][] = sizes.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, served] of sizes.entries())
        loads[index]?.push(
          await load({
            address: served.address,
            cookies: served.cookies.slice(0, 500),
            connections,
            seconds,
            post,
          }),
        );
    const [few, many] = loads.map(middle);
    if (!few || !many) throw new Error('needs two sizes');
    rows.push(
      row([
        name,
        number(many.perSecond),
        number(many.median, 2),
        number(many.p99, 2),
        number(few.perSecond / many.perSecond, 2),
      ]),
    );
  }
  return rows;
}

/**
 * The number of activities to log per second while boards are read, for how many seconds, and how often. Many short runs,
 * because the speed of a virtual machine may change within seconds.
 */
const loggingLoad = { perSecond: 200, seconds: 5, rounds: 7 };

/**
 * The average pause of each of 50 readers between two calls, in milliseconds: together, they make about 500 calls per
 * second.
 */
const unhurried = 100;

/**
 * Measures reading while activities are logged, against the same bytes from memory without any logging. Readers who
 * pause between two calls are slower for that reason alone, so their speed is not compared. The age is that of the
 * oldest response of all rounds.
 */
async function measureWhileLogging(
  { name, paths }: (typeof readings)[number],
  served: Served,
  pause = 0,
): Promise<string> {
  const real = paths.map((path) => path.replace('UUID', served.uuid));
  const cookies = served.cookies.slice(0, 50);
  const requests = { address: served.address, cookies, connections: 50, seconds: loggingLoad.seconds, pause };
  const remembered = pause ? [] : await Promise.all(real.map((path) => remember(served, path)));
  const inMemory = remembered.map(({ index }) => `/memory/${index}`);
  const counted = `/platform/api/challenge_statss/${served.uuid}`;
  const runs: { memory: number; reading: Load; logged: number; p99: number; oldest: number }[] = [];
  for (let round = 0; round < loggingLoad.rounds; round += 1) {
    const memory = pause ? Number.NaN : (await load({ ...requests, paths: inMemory })).perSecond;
    const logging = await logAtRate(served.address, served.cookies, loggingLoad.perSecond, counted);
    const reading = await load({ ...requests, paths: real, mayBeRefused: true });
    runs.push({ memory, reading, ...(await logging.stop()) });
  }
  const reading = middle(runs.map((run) => run.reading));
  return row([
    pause ? `${name}, with pauses` : name,
    number(reading.perSecond),
    number(reading.median, 2),
    pause ? '–' : `${number((100 * reading.perSecond) / median(runs.map(({ memory }) => memory)), 1)} %`,
    number(median(runs.map(({ logged }) => logged)) / loggingLoad.seconds),
    number(median(runs.map(({ p99 }) => p99))),
    number(Math.max(...runs.map(({ oldest }) => oldest))),
  ]);
}

/** What 200 other people do while a normal user reads: the cheapest call, and the most expensive ones. */
const loads: { name: string; paths: string[]; post?: 'keyed' }[] = [
  { name: 'read the top 15', paths: [`${board}&limit=15`] },
  {
    name: 'read other pages',
    paths: Array.from({ length: 400 }, (_, n) => `${board}&limit=15&page=${n + 1}`),
  },
  { name: 'search names', paths: Array.from({ length: 300 }, (_, n) => `${board}&limit=15&q=surname${n}`) },
  { name: 'read lists of activities', paths: ['/platform/api/activities?page=1'] },
  { name: 'export their data', paths: ['/platform/api/person_infos/me/export'] },
  { name: 'log activities', paths: [], post: 'keyed' },
];

async function measureUnderLoad(
  { name, paths, post }: (typeof loads)[number],
  served: Served,
): Promise<string> {
  const { median, p99, answers, refused, others } = await latencyUnderLoad(served, paths, 10, post);
  return row([name, number(median), number(p99), number(answers), number(refused), number(others)]);
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
const number = (value: number, decimals = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** The maximum number of live-update streams that one process keeps open. */
const streams = 10_000;

async function measureEngine(name: string, large: Size, places: Place[]): Promise<string[]> {
  const sizes = [await serve(places[0] as Place, small), await serve(places[1] as Place, large)];
  const growth = `time ÷ time with ${number(small.activities)} activities`;
  console.log(`${name}: both sizes are ready`);
  const reading = [];
  for (const one of readings) {
    reading.push(await measureReading(one, sizes));
    console.log(reading.at(-1));
  }
  const logging = await measureLogging(sizes);
  console.log(logging.join('\n'));
  const reads = [];
  for (const pause of [0, unhurried])
    for (const one of readings) {
      reads.push(await measureWhileLogging(one, sizes[1] as Served, pause));
      console.log(reads.at(-1));
    }
  const underLoad = [];
  for (const one of loads) {
    underLoad.push(await measureUnderLoad(one, sizes[1] as Served));
    console.log(underLoad.at(-1));
  }
  const open = await measureStreams(sizes[1] as Served, streams);
  for (const served of sizes) served.stop();
  return [
    `## ${name}`,
    '',
    `${number(large.people)} people with ${number(large.activities)} activities, and for comparison ${number(small.people)} people with ${number(small.activities)}.`,
    '',
    `| reading, 50 connections | response, compressed | per second | median ms | same bytes from memory, per second | per second ÷ from memory | ${growth} |`,
    '|---|--:|--:|--:|--:|--:|--:|',
    ...reading,
    '',
    `| logging | per second | median ms | 99 % ms | ${growth} |`,
    '|---|--:|--:|--:|--:|',
    ...logging,
    '',
    `| reading, 50 connections, while ${loggingLoad.perSecond} activities per second are being logged | per second | median ms | per second ÷ from memory without logging | actually logged per second | logging: 99 % within, ms | oldest response, ms |`,
    '|---|--:|--:|--:|--:|--:|--:|',
    ...reads,
    '',
    '| a normal user, while 200 other connections do this as fast as they can | median ms | 99 % ms | responses in 10 s | of these, 503 | responses to the others per second, without 503 |',
    '|---|--:|--:|--:|--:|--:|',
    ...underLoad,
    '',
    `| streams of live updates | memory for all, MB | processor while idle | first browser notified after, ms | half of them after, s | the last one after, s |`,
    '|---|--:|--:|--:|--:|--:|',
    row([
      number(streams),
      number(open.with - open.without),
      `${number(open.idle / 10, 1)} %`,
      number(open.first),
      number(open.half / 1000, 1),
      number(open.last / 1000, 1),
    ]),
    '',
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'challenge-bench-'));
// As in production, commits are flushed to disk, and the memory settings are those that scaling.md recommends.
const sharedBuffers = Math.round(totalmem() / 4 / 1024 / 1024);
const cluster = await startPostgresql([`shared_buffers = ${sharedBuffers}MB`, 'max_wal_size = 4GB']);
try {
  const client = new pg.Client(cluster.url);
  await client.connect();
  for (const name of ['small', 'large']) await client.query(`create database ${name}`);
  await client.end();
  const urls = ['small', 'large'].map((name) => ({ databaseUrl: cluster.url.replace(/postgres$/, name) }));
  const page = [
    '# Benchmarks',
    '',
    `Generated by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${cpus().length} cores (${cpus()[0]?.model}),`,
    'shared by server, database and load generator.',
    `PostgreSQL had the memory settings that [scaling](scaling.md) recommends (\`shared_buffers\` ${number(sharedBuffers / 1024)} GB, \`max_wal_size\` 4 GB).`,
    `Everything is also measured with few activities, to show how the cost grows. Except for the last`,
    `two tables of each engine, each figure is the median of ${rounds} runs of ${seconds} seconds with \`wrk\`. The runs alternate between the`,
    'real response and the same compressed bytes from memory. The same Fastify process serves both, and checks the session',
    `for both. While activities are logged, there are ${loggingLoad.rounds} runs of ${loggingLoad.seconds} seconds; the oldest response is that of all runs.`,
    'Readers “with pauses” wait a tenth of a second between two calls, on average.',
    '',
    ...(await measureEngine('PostgreSQL', large.postgresql, urls)),
    ...(await measureEngine('Embedded (PGlite)', large.embedded, [
      { dataDir: join(folder, 'small') },
      { dataDir: join(folder, 'large') },
    ])),
  ].join('\n');
  const file = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
  // Keeps the sections with the results of other benchmarks.
  const before = readFileSync(file, 'utf8');
  const truth = before.indexOf('\n## Each workout counts once');
  writeFileSync(file, page + (truth < 0 ? '' : before.slice(truth)));
  console.log('Written to docs/benchmarks.md');
} finally {
  cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
