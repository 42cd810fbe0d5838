import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Commits } from '../db/commits.ts';
import type { Db } from '../db/db.ts';
import { runForEverybody } from '../db/wait-budget.ts';
import { ChangeStream } from '../kit/live-stream.ts';

/** The path of the stream, below the base path. */
const path = '/platform/api/board_changes';

/**
 * The maximum length of a state, which is a sum of 32-bit numbers. Longer values from browsers are truncated.
 */
const longestState = 20;

interface Served {
  db: Db;
  commits: Commits;
  authenticate(request: FastifyRequest): Promise<void>;
}

/**
 * Serves a stream of events that tell browsers when anybody's kilometres have changed, so that boards, totals
 * and the map update automatically. The call is not part of the contract, because its response never ends.
 */
export function serveBoardChanges(app: FastifyInstance, { db, commits, authenticate }: Served): void {
  const stream = new ChangeStream(boardState(db, commits));
  app.addHook('preClose', async () => stream.close());
  app.get<{ Querystring: { known?: string } }>(
    path,
    { schema: { hide: true } as object, onRequest: authenticate },
    async (request, reply) => {
      const { person, headers, query } = request;
      // The browser sends the header when it reconnects automatically; our app sends the parameter when a tab
      // becomes visible again.
      const known = (headers['last-event-id'] ?? query.known)?.toString().slice(0, longestState);
      await stream.open(reply, person?.id as number, known);
      return reply;
    },
  );
}

/**
 * Returns a function that reads the current state, which is different after every change to anybody's
 * kilometres.
 */
function boardState(db: Db, commits: Commits): () => Promise<string> {
  let last: { commits: string; boards: string } | undefined;
  return async () => {
    const now = await commits.state();
    if (last?.commits !== now) last = { commits: now, boards: await readBoardState(db) };
    return last.boards;
  };
}

/**
 * Reads the sum of the ids of the transactions that last wrote the all-time totals and the totals of
 * challenges that are not frozen. Every activity that counts changes the all-time totals or, if only its date
 * changes, those of a challenge. So the sum grows with every change, even if one person gains exactly what
 * another loses.
 */
async function readBoardState(db: Db): Promise<string> {
  const { rows } = await runForEverybody(() =>
    sql<{ state: string }>`
      select coalesce(sum(xmin::text::bigint), 0)::text as state from board_totals
      where board = 'all' or board in (select 'challenge:' || id from challenges where frozen_at is null)`.execute(
      db,
    ),
  );
  return rows[0]?.state ?? '';
}
