import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../../db/db.ts';
import { detailsOf } from '../../../db/workout-details.ts';
import { type AttemptLimit, attemptLimit } from '../../../kit/attempt-limit.ts';
import { ProblemError } from '../../../kit/problem-error.ts';
import { findPerson } from '../../../people/person.ts';
import { ownerOf } from './personal-token.ts';

/** Allows 300 requests in 15 minutes. Even an app that sends months of history needs fewer. */
export const ingestLimit = (pool: pg.Pool): AttemptLimit => attemptLimit(pool, 'ingest', 300);

/**
 * Authenticates a program by its personal token and ignores cookies. Throws 401 if the token is missing or invalid, and
 * 429 after too many requests with the token.
 */
export async function authenticateByToken(
  db: Db,
  limit: AttemptLimit,
  request: FastifyRequest,
  now: Temporal.Instant,
): Promise<void> {
  const [, given] = request.headers.authorization?.match(/^Bearer +(\S+) *$/i) ?? [];
  const token = given === undefined ? undefined : await ownerOf(db, given, now);
  const person = token && (await findPerson(db, token.personId));
  if (!person) throw new ProblemError(401, 'badToken');
  // In employer-blind mode, the stored count does not say whose token was used.
  await limit.begin(detailsOf(db)?.hash('ingest', token.id) ?? String(token.id));
  request.person = person;
}
