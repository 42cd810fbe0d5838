import { Temporal } from 'temporal-polyfill';
import type { Db } from '../server/db/db.ts';
import { insertSession } from '../server/testing/inserted-session.ts';

/**
 * Replaces all sessions with one for each of the first `count` people (ids from 1), and returns their cookies. `secret`
 * is the secret of the server.
 */
export async function replaceSessions(db: Db, secret: string, count: number): Promise<string[]> {
  await db.deleteFrom('sessions').execute();
  const cookies = [];
  for (let personId = 1; personId <= count; personId += 1)
    cookies.push(`session=${await insertSession(db, secret, personId, Temporal.Now.instant())}`);
  return cookies;
}
