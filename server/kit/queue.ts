import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import {
  fromKysely,
  type JobResult,
  PgBoss,
  type QueueOptions,
  type SendOptions,
  type WorkOptions,
} from 'pg-boss';
import { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import { databaseLimits } from '../db/database-limits.ts';
import type { Db } from '../db/db.ts';
import { withBudget, withinBudget, withoutBudget } from '../db/wait-budget.ts';

/** A kind of job: its name, its data, and its handler. */
export interface JobKind<Data extends object> {
  name: string;
  data: z.ZodMiniType<Data>;
  options: QueueOptions & Pick<SendOptions, 'singletonKey' | 'singletonSeconds'>;
  work: WorkOptions & { batchSize: number };
  /** Called for each new job, in the transaction that enqueues it. */
  enqueued?(tx: Db, data: Data, jobId: string): Promise<unknown>;
}

/** A failure that a retry would not fix. */
export class FinalFailure extends Error {}

/**
 * The queue's own table, for reading the state of jobs: `name` (the kind), `id`, `state`, `start_after`, `data`. It
 * exists once `prepared` has resolved.
 */
export const jobTable = sql.table('jobs.job');

/** Enqueues a job in a transaction; the job exists only if the transaction commits. */
export type Enqueue<Data extends object> = (tx: Db, data: Data) => Promise<void>;

/**
 * A queue of background jobs. Jobs are stored in the database, so no job is lost. Jobs run in any process
 * that does background work.
 */
export interface Queue {
  /**
   * Returns a function that enqueues jobs of a kind. Call this before the transaction begins: the first use starts the
   * queue on a connection of its own, and the embedded engine has only one connection.
   */
  enqueuer<Data extends object>(kind: JobKind<Data>): Promise<Enqueue<Data>>;
  /**
   * Processes the jobs of a kind, one `handle` call per job. A failed job is retried according to its kind's options,
   * unless `handle` throws a FinalFailure.
   */
  work<Data extends object>(
    kind: JobKind<Data>,
    handle: (data: Data, jobId: string) => Promise<void>,
  ): Promise<void>;
  /**
   * Runs a function on a cron schedule (UTC), in one process at a time. Runs that come due during a long run are merged
   * into a single run after it. `pollSeconds` is the polling interval, in seconds.
   */
  repeat(name: string, cron: string, run: () => Promise<void>, pollSeconds?: number): Promise<void>;
  /**
   * Runs a function repeatedly in this process, with a pause of `seconds` between the runs, until the queue
   * stops. Reports errors.
   */
  every(seconds: number, run: () => Promise<void>): void;
  /** Creates the queue's tables if they are missing. */
  prepared(): Promise<void>;
  /** Reports an error to the operator. */
  report(error: unknown): void;
  /** Stops after the running jobs have finished. */
  stop(): Promise<void>;
}

/**
 * A process owns a job as long as it sends heartbeats; 30 seconds after the last heartbeat, another process
 * takes the job over. Without heartbeats, the library would start every job again after 15 minutes, so long
 * jobs would run twice. A job may take a day, which is the library's maximum.
 */
const lease = { heartbeatSeconds: 30, expireInSeconds: 24 * 60 * 60 };

/**
 * After an error, `every` waits this many times longer before the next run, so that a database outage does
 * not fill the log.
 */
const slowedDown = 10;

/**
 * How long running jobs may take to finish when the queue stops, and how long the queue may take to stop, in
 * milliseconds. The time between them is for marking the other jobs as failed. A process should end within ten seconds,
 * and may need `databaseLimits.closing` after this.
 */
const [finishWithin, stopWithin] = [5000, 6000];

/** The library's policy for a queue with at most one running and one waiting job. */
const oneAtATime = 'stately';

/**
 * Opens the queue of a database, without starting it. With `works`, the process also maintains the queue; without it,
 * the process only enqueues jobs and runs no timers. `pollingIntervalSeconds` overrides the interval of every kind.
 */
export function openQueue(
  pool: pg.Pool,
  settings: { works: boolean; report: (error: unknown) => void; pollingIntervalSeconds?: number },
): Queue {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        withBudget({ left: databaseLimits.queue, isBackground: true }, () =>
          onOneConnection(pool, text, values),
        ),
    },
    schema: 'jobs',
    supervise: settings.works,
    // A crashed process is detected by its missing heartbeat, within 30 seconds.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    schedule: settings.works,
  });
  boss.on('error', settings.report);
  const known = new Map<string, Promise<void>>();
  let isStarted = false;
  const stopping = new AbortController();
  const loops: Promise<void>[] = [];

  /** The policy of each queue that the database had at the start. */
  let policies: Map<string, string | undefined> | undefined;

  const start = async () => {
    await boss.start();
    isStarted = true;
    policies ??= new Map((await boss.getQueues()).map(({ name, policy }) => [name, policy]));
    return policies;
  };
  const make = async (name: string) => {
    if ((await start()).has(name)) return;
    await boss.createQueue(name);
    // The library loads a queue only once. This call makes it load the queue now, because inside a transaction there
    // may be no free connection.
    await boss.findJobs(name, { id: randomUUID() });
  };
  /** Creates a queue once per process; after a failure, the next caller retries. */
  const ready = (name: string) => {
    // The queue's timers outlive the current request, so they must not use its wait budget.
    const making = known.get(name) ?? withoutBudget(() => make(name));
    known.set(name, making);
    making.catch(() => known.delete(name));
    return withinBudget(making);
  };

  const runUntilStopped = async (run: () => Promise<void>, pause: number) => {
    while (!stopping.signal.aborted) {
      let wait = pause;
      await run().catch((error) => {
        settings.report(error);
        wait *= slowedDown;
      });
      await setTimeout(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  return {
    async enqueuer(kind) {
      await ready(kind.name);
      return async (tx, data) => {
        const jobId = await boss.send(kind.name, data, { ...lease, ...kind.options, db: fromKysely(tx) });
        // No job is created if the kind allows only one job at a time and a job already exists.
        if (jobId) await kind.enqueued?.(tx, data, jobId);
      };
    },
    async work(kind, handle) {
      await ready(kind.name);
      const { pollingIntervalSeconds } = settings;
      const polling = pollingIntervalSeconds === undefined ? {} : { pollingIntervalSeconds };
      await boss.work(kind.name, { ...kind.work, ...polling, perJobResults: true }, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }): Promise<JobResult> => {
            try {
              await handle(kind.data.parse(data), id);
              return { id, status: 'completed' };
            } catch (error) {
              settings.report(error);
              const isFinal = error instanceof FinalFailure;
              // No dead-letter queue is configured, so final failures stay in this queue.
              return { id, status: isFinal ? 'deadletter' : 'failed', output: { message: String(error) } };
            }
          }),
        ),
      );
    },
    async repeat(name, cron, run, pollSeconds = 30) {
      const before = (await start()).get(name);
      if (before !== oneAtATime) {
        // Earlier versions created queues that allow concurrent runs.
        if (before) await boss.deleteQueue(name);
        await boss.createQueue(name, { policy: oneAtATime });
      }
      await boss.work(name, { pollingIntervalSeconds: pollSeconds }, run);
      await boss.schedule(name, cron, null, lease);
    },
    every(seconds, run) {
      const pause = 1000 * (settings.pollingIntervalSeconds ?? seconds);
      loops.push(withoutBudget(() => runUntilStopped(run, pause)));
    },
    prepared: async () => void (await start()),
    report: settings.report,
    async stop() {
      stopping.abort();
      // If the database does not respond, the jobs are only taken over once their lease ends.
      await Promise.race([
        Promise.all([...loops, isStarted && boss.stop({ graceful: true, timeout: finishWithin })]),
        setTimeout(stopWithin, undefined, { ref: false }),
      ]);
    },
  };
}

/**
 * Runs the queue's statements on the app's pool. On the embedded engine, they would otherwise run inside an open
 * transaction of the app. If a statement fails inside its own transaction, the transaction is rolled back.
 */
async function onOneConnection(pool: pg.Pool, text: string, values?: unknown[]) {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return withDates(await client.query(text, values));
  } catch (error) {
    await client.query('rollback').catch((failure) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Converts timestamps to `Date`, which the library expects; the app uses Temporal instants. */
function withDates<Row extends pg.QueryResultRow>(result: pg.QueryResult<Row>): pg.QueryResult<Row> {
  for (const { rows } of [result].flat())
    for (const row of rows as Record<string, unknown>[])
      for (const [name, value] of Object.entries(row))
        if (value instanceof Temporal.Instant) row[name] = new Date(value.epochMilliseconds);
  return result;
}
