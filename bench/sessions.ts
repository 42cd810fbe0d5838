import fastifyCookie from '@fastify/cookie';
import type { Db } from '../server/db/db.ts';

/**
 * Replaces all sessions with one for each of the first `count` people (ids from 1), valid for a day, and returns their
 * cookies. `secret` is the secret of the server.
 */
export async function replaceSessions(db: Db, secret: string, count: number): Promise<string[]> {
  await db.deleteFrom('sessions').execute();
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const seenAt = new Date().toISOString();
  const cookies = [];
  for (let personId = 1; personId <= count; personId += 1) {
    const sid = `bench-${personId}`;
    const sess = { cookie: { originalMaxAge: 86_400_000, expires, path: '/' }, personId, seenAt };
    await db
      .insertInto('sessions')
      .values({ sid, sess: JSON.stringify(sess), expire: expires })
      .execute();
    cookies.push(`session=${encodeURIComponent(fastifyCookie.sign(sid, secret))}`);
  }
  return cookies;
}
