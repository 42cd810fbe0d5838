import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './db.ts';
import type { Subject } from './table-subjects.ts';

/** What has been committed, as texts: all of it, and what concerns each subject. */
export type States = Record<'all' | Subject, string>;

interface Found {
  snapshot: string;
  /** Identifies the database: its server, since when that has been running, and the table. */
  database: string;
  /** Whether no changes have been removed that the previous snapshot did not include. */
  isComplete: boolean;
  /** The subjects with changes that the previous snapshot did not include. */
  changed: Subject[];
}

/**
 * Queries what has been committed to the database. The rows in `table_changes` belong to the transactions that made the
 * changes, so none is missed in whatever order transactions end. Only a change that is made while triggers are switched
 * off is not noticed.
 */
export class TableChanges {
  readonly #pool: pg.Pool;
  readonly #versions: Record<Subject, number> = { people: 0, profiles: 0, settings: 0 };
  /** The result that was used last. */
  #last: { found: Found; states: States } | undefined;
  /** The numbers of the query that began last and of the query whose result was used last. */
  #begun = 0;
  #used = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Returns the states of the database, at a moment after this call. If two calls return the same text, no such commit
   * was made between them.
   */
  async query(): Promise<States> {
    this.#begun += 1;
    const query = this.#begun;
    const { rows } = await this.#pool.query<Found>(
      `select pg_current_snapshot()::text as snapshot,
        concat_ws(' ', extract(epoch from pg_postmaster_start_time()), 'table_changes'::regclass::oid) as database,
        exists (
          select from table_changes where transaction < pg_snapshot_xmin($1::text::pg_snapshot)
        ) as "isComplete",
        array(
          select distinct subject from table_changes
          where transaction >= pg_snapshot_xmin($1::text::pg_snapshot)
            and not pg_visible_in_snapshot(transaction, $1::text::pg_snapshot)
        ) as changed`,
      [this.#last?.found.snapshot ?? null],
    );
    // If a query that began later has ended earlier, its result is returned as a whole: its snapshot may be older, and
    // what is read under one state must not be older than what is read under another.
    if (query > this.#used || !this.#last) {
      this.#used = query;
      this.#use(rows[0] as Found);
    }
    return (this.#last as { states: States }).states;
  }

  #use(found: Found): void {
    const isSame = found.isComplete && found.database === this.#last?.found.database;
    for (const subject of Object.keys(this.#versions) as Subject[])
      if (!isSame || found.changed.includes(subject)) this.#versions[subject] += 1;
    const { people, profiles, settings } = this.#versions;
    const states = {
      all: found.snapshot,
      people: String(people),
      profiles: String(profiles),
      settings: String(settings),
    };
    this.#last = { found, states };
  }
}

/**
 * Removes changes that are older than an hour, except those of the latest transaction among them. A process that finds
 * no change older than its last query may have missed changes, and assumes that everything has changed. Also removes
 * changes with the transactions of another server, from which the database was restored.
 */
export async function removeOldTableChanges(db: Db): Promise<void> {
  await sql`
    delete from table_changes
    where transaction >= pg_snapshot_xmax(pg_current_snapshot()) or transaction < (
      select max(transaction) from table_changes
      where changed_at < now() - interval '1 hour' and transaction < pg_snapshot_xmax(pg_current_snapshot())
    )`.execute(db);
}
