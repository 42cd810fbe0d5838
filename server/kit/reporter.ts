import { hostname } from 'node:os';

/** The level of errors in the request log. */
const errorLevel = 50;

/** How long a repeated line is counted instead of written, in milliseconds. */
const quietFor = 60_000;

/**
 * Returns a function that writes an error as one line for the operator, and a repeated line at most once a minute.
 * Otherwise every timer would write a line each time it runs while the database is down.
 */
export function reporter(
  write: (line: string) => void,
  clock: () => number = Date.now,
): (error: unknown) => void {
  const lastLogged = new Map<string, { at: number; suppressed: number }>();
  return (error) => {
    const line = lineOf(error);
    const now = clock();
    const before = lastLogged.get(line);
    if (before && now - before.at < quietFor) {
      before.suppressed += 1;
      return;
    }
    for (const [other, { at }] of lastLogged) if (now - at >= quietFor) lastLogged.delete(other);
    lastLogged.set(line, { at: now, suppressed: 0 });
    write(
      before?.suppressed ? `${line} (and ${before.suppressed} more times since it was last logged)` : line,
    );
  };
}

/** Formats an error's line like the lines of the request log, for programs that collect logs. */
export const logLine = (msg: string): string =>
  JSON.stringify({ level: errorLevel, time: Date.now(), pid: process.pid, hostname: hostname(), msg });

/** Formats an error as one line. Libraries also throw plain objects, and errors without a message. */
export function lineOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] };
  if (message) return message;
  if (Array.isArray(errors) && errors.length > 0) return [...new Set(errors.map(lineOf))].join(', ');
  return code ?? (error instanceof Error ? error.name : JSON.stringify(error));
}
