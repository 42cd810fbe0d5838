/** Thrown if the database cannot be reached or does not respond in time. */
export class DatabaseUnavailable extends Error {
  /** The error code of the cause, from PostgreSQL or Node; by default, the code for a broken connection. */
  readonly code: string;

  constructor(cause: unknown) {
    const { message = String(cause), code = '08006' } = cause as { message?: string; code?: string };
    super(`The database is not available: ${message || code}`, { cause });
    this.name = 'DatabaseUnavailable';
    this.code = code;
  }
}

/**
 * PostgreSQL's error codes (appendix A of its manual) for temporary failures: class 08, broken connection; 40001 and
 * 40P01, conflict with other transactions; class 53, insufficient resources; 55P03, lock not available; class 57,
 * cancelled statement, or server starting or stopping; class 58, failing disk; 25P03, terminated transaction; 25006, a
 * write to a server that has just become a standby.
 */
const temporaryCodes = /^(08|53|57|58)|^(40001|40P01|55P03|25P03|25006)$/;

/** Returns whether an error is a temporary failure of the database, which causes a 503 and is not a bug. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return isFromServer(error) && temporaryCodes.test(error.code);
}

/** Returns whether an error comes from the database server; connection errors have no severity. */
export function isFromServer(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** Returns whether the database server has no free connections. */
export const isOutOfConnections = (error: unknown): boolean => isFromServer(error) && error.code === '53300';

/**
 * Returns whether a write was refused because the server has become a standby. A new connection leads to the new
 * primary.
 */
export const isReadOnly = (error: unknown): boolean => isFromServer(error) && error.code === '25006';
