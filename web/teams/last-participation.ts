/** The last invitation that a signed-out person followed. */
export interface LastParticipation {
  uuid: string;
  /** When the person followed the invitation, in milliseconds since 1970. */
  timestamp: number;
  /** The full URL of the invitation. */
  address: string;
}

const key = 'last-participation-page';

/** How long the invitation is valid: one hour. */
const validSeconds = 3600;

/** Stores the invitation in the browser. Does nothing if the browser has no storage. */
export function storeLastParticipation(uuid: string, address: string, now = Date.now()): void {
  const participation: LastParticipation = { uuid, timestamp: now, address };
  try {
    localStorage.setItem(key, JSON.stringify(participation));
  } catch {
    // Storage is full or disabled. The person then sees the dashboard after signing in, and can follow the link again.
  }
}

/**
 * Returns the path to open after signing in, below the base path, if the person followed an invitation less than an
 * hour ago; otherwise undefined.
 */
export function lastParticipationPath(now = Date.now()): string | undefined {
  const participation = read();
  if (!participation) return undefined;
  const seconds = (now - participation.timestamp) / 1000;
  // Ignores a time in the future, which comes from a wrong clock.
  if (seconds < 0 || seconds >= validSeconds) return undefined;
  return `/teams/participate/${encodeURIComponent(participation.uuid)}`;
}

/** Deletes the stored invitation. */
export function clearLastParticipation(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // If the browser has no storage, there is no stored invitation.
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
