import { randomUUID } from 'node:crypto';
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
  /** Called for each job in the transaction that enqueues it. */
  enqueued?(tx: Db, data: Data, jobId: string): Promise<unknown>;
}

/** A job failed for a reason that a retry would not fix. */
export class FinalFailure extends Error {}

/**
 * The queue's own table, for reading the state of jobs: `name` of the kind, `id`, `state`, `start_after`, `data`. It
 * exists once the queue is `prepared`.
 */
export const jobTable = sql.table('jobs.job');

/** Enqueues a job in the transaction that causes it: both or neither. */
export type Enqueue<Data extends object> = (tx: Db, data: Data) => Promise<void>;

/** Jobs that run later, in any process that runs jobs; stored in the database, so that none is lost. */
export interface Queue {
  /**
   * Returns a function that enqueues jobs of a kind. Call it before the transaction begins: the queue starts on first
   * use, on a connection of its own, and the embedded engine has only one.
   */
  enqueuer<Data extends object>(kind: JobKind<Data>): Promise<Enqueue<Data>>;
  /**
   * Processes the jobs of a kind, with one call of `handle` each; a failed job is retried as its kind says, unless it
   * throws a FinalFailure.
   */
  work<Data extends object>(
    kind: JobKind<Data>,
    handle: (data: Data, jobId: string) => Promise<void>,
  ): Promise<void>;
  /**
   * Runs something on a cron schedule (UTC), in one process at a time, however long it takes: runs that come due
   * meanwhile are merged into one afterwards. `lookEvery` is the polling interval, in seconds.
   */
  repeat(name: string, cron: string, run: () => Promise<void>, lookEvery?: number): Promise<void>;
  /** Creates the queue's tables if they are missing. */
  prepared(): Promise<void>;
  /** Reports an error to the operator. */
  report(error: unknown): void;
  /** Stops after the running jobs have finished. */
  stop(): Promise<void>;
}

/**
 * A job belongs to its process as long as that sends heartbeats: another one takes it over half a minute after the last
 * one. Without heartbeats it would be handed over after 15 minutes, and run twice. A day is the library's maximum.
 */
const lease = { heartbeatSeconds: 30, expireInSeconds: 24 * 60 * 60 };

/** The library's policy for a queue with one running and one waiting job. */
const oneAtATime = 'stately';

/**
 * The queue of a database, not started yet. A process that does the `work` also maintains the queue; one that only
 * enqueues runs no timers for it. `pollingIntervalSeconds` overrides that of all kinds.
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
    // The jobs of a crashed process are found by its missing heartbeat, within half a minute.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    schedule: settings.works,
  });
  boss.on('error', settings.report);
  const known = new Map<string, Promise<void>>();
  let isStarted = false;

  const start = async () => {
    await boss.start();
    isStarted = true;
  };
  const make = async (name: string) => {
    await start();
    await boss.createQueue(name);
    // Makes the library load the queue, which it does once: in a transaction there may be no connection for it.
    await boss.findJobs(name, { id: randomUUID() });
  };
  /** Creates a queue once per process; a failure is retried by the next caller. */
  const ready = (name: string) => {
    // The queue's timers outlive the request that created it.
    const making = known.get(name) ?? withoutBudget(() => make(name));
    known.set(name, making);
    making.catch(() => known.delete(name));
    return withinBudget(making);
  };

  return {
    async enqueuer(kind) {
      await ready(kind.name);
      return async (tx, data) => {
        const jobId = await boss.send(kind.name, data, { ...lease, ...kind.options, db: fromKysely(tx) });
        // No job is created if the kind allows one at a time and one exists.
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
              // Without a dead-letter queue, final failures stay in the queue.
              return { id, status: isFinal ? 'deadletter' : 'failed', output: { message: String(error) } };
            }
          }),
        ),
      );
    },
    async repeat(name, cron, run, lookEvery = 30) {
      await start();
      // Queues of earlier versions allowed concurrent runs.
      const [before] = await boss.getQueues([name]);
      if (before && before.policy !== oneAtATime) await boss.deleteQueue(name);
      await boss.createQueue(name, { policy: oneAtATime });
      await ready(name);
      await boss.work(name, { pollingIntervalSeconds: lookEvery }, run);
      await boss.schedule(name, cron, null, lease);
    },
    prepared: start,
    report: settings.report,
    async stop() {
      if (isStarted) await boss.stop({ graceful: true, timeout: 8000 });
    },
  };
}

/**
 * Runs the queue's statements on the process's own connections, one after another with the app's: on the embedded
 * engine they would otherwise end up inside an open transaction. If a statement fails in the middle of its own
 * transaction, that is rolled back.
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

/** The library expects moments as `Date`; the app's own are Temporal instants. */
function withDates<Row extends pg.QueryResultRow>(result: pg.QueryResult<Row>): pg.QueryResult<Row> {
  for (const { rows } of [result].flat())
    for (const row of rows as Record<string, unknown>[])
      for (const [name, value] of Object.entries(row))
        if (value instanceof Temporal.Instant) row[name] = new Date(value.epochMilliseconds);
  return result;
}
