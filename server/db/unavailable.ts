/** The database cannot be reached, or did not answer in time. */
export class DatabaseUnavailable extends Error {
  /** As PostgreSQL and Node name the cause; a connection that broke, if they do not. */
  readonly code: string;

  constructor(cause: unknown) {
    const { message = String(cause), code = '08006' } = cause as { message?: string; code?: string };
    super(`The database is not available: ${message || code}`, { cause });
    this.name = 'DatabaseUnavailable';
    this.code = code;
  }
}

/**
 * Codes of PostgreSQL (appendix A of its manual) for what will pass: class 08, a connection that broke; 40001 and
 * 40P01, a collision with others; class 53, no room; 55P03, a lock that was not to be had; class 57, a statement that
 * was ended or a server that starts or stops; class 58, a disk that fails; 25P03, a transaction that was ended.
 */
const passing = /^(08|53|57|58)|^(40001|40P01|55P03|25P03)$/;

/** Whether a failure is the database's and will pass: 503, and not a defect. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  return isFromServer(error) && passing.test(error.code);
}

/** Whether an error is an answer of the server; those of connections have no severity. */
export function isFromServer(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** Whether the server has no connection left. */
export const isFull = (error: unknown): boolean => isFromServer(error) && error.code === '53300';
