import { createServer } from 'node:http';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { Temporal } from 'temporal-polyfill';
import type { Database, Db } from './db/db.ts';
import { withBudget } from './db/wait-budget.ts';
import { metrics } from './kit/metrics.ts';
import { jobTable, type Queue } from './kit/queue.ts';
import { unsentMails } from './outbox/mail-counts.ts';

/**
 * How long reading the metrics may wait for the database, in milliseconds. By default, Prometheus gives up
 * after 10 seconds.
 */
const timeout = 3000;

const registers = [metrics];
const databaseUp = new Gauge({
  name: 'challenge_database_up',
  help: 'Whether the database responded when the metrics were last read',
  registers,
});
const connections = new Gauge({
  name: 'challenge_database_connections',
  help: 'Database connections of this process, by purpose and state',
  labelNames: ['pool', 'state'],
  registers,
});
const callers = new Gauge({
  name: 'challenge_database_waiting',
  help: 'Callers in this process that are waiting for a database connection',
  labelNames: ['pool'],
  registers,
});
const jobs = new Gauge({
  name: 'challenge_jobs',
  help: 'Jobs of all processes, by kind and state; failed jobs are counted until the queue removes them',
  labelNames: ['name', 'state'],
  registers,
});
const oldestJob = new Gauge({
  name: 'challenge_oldest_job_seconds',
  help: 'How long the oldest job that is due has been waiting',
  registers,
});
const mails = new Gauge({
  name: 'challenge_mails',
  help: 'Emails in the outbox that have not been sent, by state',
  labelNames: ['state'],
  registers,
});
const pauses = new Gauge({
  name: 'challenge_service_paused',
  help: 'Whether calls to a connected service are paused because of its rate limit',
  labelNames: ['service'],
  registers,
});

/**
 * Serves `/metrics` on a separate port, which must not be public. Metrics that come from the database, such
 * as those of the queue, are the same in all processes. Returns a function that closes the port.
 */
export async function startMonitoring(
  { host, port }: { host: string; port: number },
  database: Database,
  queue: Queue,
): Promise<() => Promise<void>> {
  collectDefaultMetrics({ register: metrics });
  await queue.prepared();
  const read = async () => {
    readConnections(database);
    const now = Temporal.Now.instant();
    const answers = await withBudget({ left: timeout, isBackground: true }, () =>
      readState(database.db, now),
    ).then(
      () => true,
      () => false,
    );
    databaseUp.set(answers ? 1 : 0);
    return metrics.metrics();
  };
  // Concurrent requests share the result of one read.
  let reading: Promise<string> | undefined;
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    reading ??= read().finally(() => {
      reading = undefined;
    });
    const text = await reading.catch(() => undefined);
    if (text === undefined) return void response.writeHead(500).end();
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

function readConnections(database: Database): void {
  for (const [pool, { lent, idle, waiting }] of Object.entries(database.connections())) {
    connections.set({ pool, state: 'in_use' }, lent);
    connections.set({ pool, state: 'idle' }, idle);
    callers.set({ pool }, waiting);
  }
}

/**
 * Reads the metrics that come from the database. Resets them first, so that no outdated values stay if the
 * database does not respond.
 */
async function readState(db: Db, now: Temporal.Instant): Promise<void> {
  for (const gauge of [jobs, mails, pauses]) gauge.reset();
  oldestJob.set(Number.NaN);
  const time = sql`${now.toString()}::timestamptz`;
  const { rows: counts } = await sql<{ name: string; state: string; count: number; oldest: number | null }>`
    select name, case when state = 'failed' then 'failed' when state = 'active' then 'running'
        when start_after > ${time} then 'later' else 'waiting' end as state,
      count(*) as count,
      max(extract(epoch from ${time} - start_after)) filter (
        where state in ('created', 'retry') and start_after <= ${time})::float8 as oldest
    from ${jobTable} where state in ('created', 'retry', 'active', 'failed')
    group by 1, 2`.execute(db);
  for (const { name, state, count } of counts) jobs.set({ name, state }, count);
  oldestJob.set(Math.max(0, ...counts.map(({ oldest }) => oldest ?? 0)));
  const unsent = new Map((await unsentMails(db)).map(({ state, count }) => [state, count]));
  for (const state of ['waiting', 'retrying', 'failed'] as const)
    mails.set({ state }, unsent.get(state) ?? 0);
  const { rows: services } = await sql<{ platform: string; paused: boolean }>`
    select platform, until > ${time} as paused from service_pauses`.execute(db);
  for (const { platform, paused } of services) pauses.set({ service: platform }, paused ? 1 : 0);
}
