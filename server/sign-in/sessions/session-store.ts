import fastifySession from '@fastify/session';
import connectPgSimple from 'connect-pg-simple';
import type { Session } from 'fastify';
import type pg from 'pg';
import type { Commits } from '../../db/commits.ts';
import { KeptInMemory } from '../../kit/kept-in-memory.ts';

type Stored = Session | null;
type Callback = (error: unknown, session?: Stored) => void;

const PgStore = connectPgSimple({ Store: fastifySession.Store } as never) as unknown as new (
  options: object,
) => fastifySession.SessionStore;

/** The memory for sessions: about 20,000 people at once. */
const mostBytes = 20_000_000;
const bytesOfSession = 1000;

/**
 * Sessions in the database, so that every process can read them. Those in use are kept in memory as long as nothing is
 * written; a session that another process ends is refused after a second at most.
 */
export class SessionStore extends PgStore {
  readonly #kept: KeptInMemory<{ session: Stored }>;

  constructor(pool: pg.Pool, commits: Commits) {
    // A job removes expired rows; expiry is also checked when a session is loaded.
    super({ pool, tableName: 'sessions', pruneSessionInterval: false });
    this.#kept = new KeptInMemory(commits, { mostBytes, sizeOf: () => bytesOfSession, isAlwaysExact: true });
  }

  override get(id: string, callback: Callback): void {
    const read = () =>
      new Promise<{ session: Stored }>((resolve, reject) => {
        const done: Callback = (error, session = null) => (error ? reject(error) : resolve({ session }));
        super.get(id, done as never);
      });
    this.#kept.of(id, read).then(({ session }) => callback(null, session), callback);
  }
}
