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

/** A job has failed for a reason that another try would not mend. */
export class FinalFailure extends Error {}

/**
 * The queue's own table, to read the state of jobs: `name` of the kind, `id`, `state`, `start_after`, `data`. It exists
 * once the queue is `prepared`.
 */
export const jobTable = sql.table('jobs.job');

/** Puts a job into the queue, in the transaction that causes it: both or neither. */
export type Enqueue<Data extends object> = (tx: Db, data: Data) => Promise<void>;

/** Jobs that run later, in any process that runs jobs; stored in the database, so that none is lost. */
export interface Queue {
  /**
   * What enqueues jobs of a kind. Ask for it before the transaction begins: the queue starts on first use,
   * on a connection of its own, and the embedded engine has one.
   */
  enqueuer<Data extends object>(kind: JobKind<Data>): Promise<Enqueue<Data>>;
  /**
   * Processes the jobs of a kind, one call of `handle` each; one that throws is retried as its kind says, unless it
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
  /** Makes sure that the queue's own tables are there. */
  prepared(): Promise<void>;
  /** Reports an error to whoever runs the server. */
  report(error: unknown): void;
  /** Stops after the running jobs have finished. */
  stop(): Promise<void>;
}

/**
 * A job belongs to its process as long as that sends heartbeats: another one takes it after half a minute without one.
 * Otherwise it would be handed over after a quarter of an hour, and run twice. A day is the library's maximum.
 */
const lease = { heartbeatSeconds: 30, expireInSeconds: 24 * 60 * 60 };

/** The library's policy for a queue with one job that runs and one that waits. */
const oneAtATime = 'stately';

/**
 * The queue of a database, not started yet. A process that does the `work` also keeps the queue in order;
 * one that only enqueues runs no timers for it. `pollingIntervalSeconds` is for all kinds, in place of their own.
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
    // Looks the queue up, which the library does once: in a transaction there may be no connection for it.
    await boss.findJobs(name, { id: randomUUID() });
  };
  /** Creates a queue once per process; a failure is retried by the next caller. */
  const ready = (name: string) => {
    // Its timers outlive the request that is the first to ask.
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
        // None where the kind allows one at a time, and there is one.
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
              // A queue without a dead-letter queue leaves final failures where they are.
              return { id, status: isFinal ? 'deadletter' : 'failed', output: { message: String(error) } };
            }
          }),
        ),
      );
    },
    async repeat(name, cron, run, lookEvery = 30) {
      await start();
      // Queues of earlier versions let runs begin beside one another.
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
 * Runs the queue's statements on the connections that the process has anyway, one after another with the
 * app's own: on the embedded engine they would otherwise land inside whatever transaction is open. A
 * statement that fails in the middle of its own transaction leaves none behind.
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

/** The library reckons with moments as `Date`, where the app's own are of Temporal. */
function withDates<Row extends pg.QueryResultRow>(result: pg.QueryResult<Row>): pg.QueryResult<Row> {
  for (const { rows } of [result].flat())
    for (const row of rows as Record<string, unknown>[])
      for (const [name, value] of Object.entries(row))
        if (value instanceof Temporal.Instant) row[name] = new Date(value.epochMilliseconds);
  return result;
}
