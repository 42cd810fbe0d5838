/** The invitation that a signed-out person followed last. */
export interface LastParticipation {
  uuid: string;
  /** When they followed it, in milliseconds since 1970. */
  timestamp: number;
  /** The whole address that the browser showed. */
  address: string;
}

const key = 'last-participation-page';

/** After an hour the invitation is ignored. */
const validSeconds = 3600;

/** Remembers the invitation in the browser's address. Without storage, nothing is kept. */
export function storeLastParticipation(uuid: string, address: string, now = Date.now()): void {
  const participation: LastParticipation = { uuid, timestamp: now, address };
  try {
    localStorage.setItem(key, JSON.stringify(participation));
  } catch {
    // Storage is full or forbidden: after signing in they see the dashboard, and can follow the link again.
  }
}

/**
 * The path, below the base path, of an invitation that was followed less than an hour ago, to open after
 * signing in; undefined if there is none.
 */
export function lastParticipationPath(now = Date.now()): string | undefined {
  const participation = read();
  if (!participation) return undefined;
  const seconds = (now - participation.timestamp) / 1000;
  // Ignores a time in the future, which a wrong clock wrote.
  if (seconds < 0 || seconds >= validSeconds) return undefined;
  return `/teams/participate/${encodeURIComponent(participation.uuid)}`;
}

/** Forgets the invitation once it has been followed. */
export function clearLastParticipation(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // What cannot be removed could not be stored either.
  }
}

function read(): LastParticipation | undefined {
  try {
    const stored: Partial<LastParticipation> | null = JSON.parse(localStorage.getItem(key) ?? 'null');
    const { uuid, timestamp, address } = stored ?? {};
    if (typeof uuid !== 'string' || typeof timestamp !== 'number' || typeof address !== 'string')
      return undefined;
    return { uuid, timestamp, address };
  } catch {
    return undefined;
  }
}
