import fastifySession from '@fastify/session';
import connectPgSimple from 'connect-pg-simple';
import type { Session } from 'fastify';
import type pg from 'pg';
import type { Commits } from '../../db/commits.ts';
import { RowCache } from '../../kit/row-cache.ts';

type Callback = (error: unknown, session?: Session | null) => void;

const PgStore = connectPgSimple({ Store: fastifySession.Store } as never) as unknown as new (
  options: object,
) => fastifySession.SessionStore;

/**
 * Sessions in the database, so that every process can read them. Sessions in use are cached until a session or a person
 * changes. A session that another process has ended is refused within a second.
 */
export class SessionStore extends PgStore {
  readonly #cache: RowCache<string, Session>;

  constructor(pool: pg.Pool, commits: Commits) {
    // A job removes expired rows; expiry is also checked when a session is loaded.
    super({ pool, tableName: 'sessions', pruneSessionInterval: false });
    this.#cache = new RowCache(commits, async (ids) => {
      const { rows } = await pool.query<{ sid: string; sess: Session }>(
        'select sid, sess from sessions where sid = any($1)',
        [ids],
      );
      return new Map(rows.map(({ sid, sess }) => [sid, sess]));
    });
  }

  override get(id: string, callback: Callback): void {
    this.#cache.of(id).then((session) => callback(null, session ?? null), callback);
  }
}
