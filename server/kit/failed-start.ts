import { DatabaseUnavailable, isFromServer, isUnavailable } from '../db/unavailable.ts';
import { lineOf } from './reporter.ts';

/** PostgreSQL's error codes for a failed authentication (class 28) and a missing database (3D000). */
const refusals = /^(28|3D000)/;

/** Node's error codes for a server that cannot be found or does not respond. */
const silences = /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENOENT)/;

/**
 * Converts a start-up failure to an error for the operator. If the database is the cause, the message says what to do.
 */
export function failedStart(error: Error & { code?: string }, databaseUrl: string | undefined): Error {
  if (!databaseUrl) return error;
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  const reason = lineOf(cause);
  const place = placeOf(databaseUrl);
  if (isFromServer(error) && refusals.test(error.code))
    return new Error(
      `DATABASE_URL: the database server${place} rejects the connection: ${reason}. Correct the user, the password or the name of the database in DATABASE_URL and start again.`,
    );
  if (isUnavailable(error) || silences.test(error.code ?? ''))
    return new Error(
      `DATABASE_URL: the database${place} cannot be reached: ${reason}. Start the database, or correct DATABASE_URL, and start again.`,
    );
  return error;
}

/** Returns the database's host and port, without user and password. */
const placeOf = (databaseUrl: string) =>
  URL.canParse(databaseUrl) && new URL(databaseUrl).host ? ` at ${new URL(databaseUrl).host}` : '';
