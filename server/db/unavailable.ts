/** The database cannot be reached, or did not answer in time. */
export class DatabaseUnavailable extends Error {
  /** The code of the cause by PostgreSQL or Node; without one, that of a broken connection. */
  readonly code: string;

  constructor(cause: unknown) {
    const { message = String(cause), code = '08006' } = cause as { message?: string; code?: string };
    super(`The database is not available: ${message || code}`, { cause });
    this.name = 'DatabaseUnavailable';
    this.code = code;
  }
}

/**
 * PostgreSQL's codes (appendix A of its manual) for temporary failures: class 08, a broken connection; 40001 and 40P01,
 * a conflict with other transactions; class 53, insufficient resources; 55P03, a lock that was not available; class 57,
 * a cancelled statement or a server that starts or stops; class 58, a failing disk; 25P03, a terminated transaction.
 */
const passing = /^(08|53|57|58)|^(40001|40P01|55P03|25P03)$/;

/** Whether an error is a temporary failure of the database, which answers 503 and is not a bug. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return isFromServer(error) && passing.test(error.code);
}

/** Whether an error is an answer of the server; connection errors have no severity. */
export function isFromServer(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** Whether the server has no connection left. */
export const isFull = (error: unknown): boolean => isFromServer(error) && error.code === '53300';
