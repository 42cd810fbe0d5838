/** The invitation that a signed-out person followed last. */
export interface LastParticipation {
  uuid: string;
  /** When they followed it, in milliseconds since 1970. */
  timestamp: number;
  /** Where: the whole address that the browser showed. */
  address: string;
}

const key = 'last-participation-page';

/** An hour: whoever signs in later has other things in mind than an invitation of then. */
const validSeconds = 3600;

/** Remembers the invitation to a team that the browser shows. Where there is no storage, nothing is kept. */
export function storeLastParticipation(uuid: string, address: string, now = Date.now()): void {
  const participation: LastParticipation = { uuid, timestamp: now, address };
  try {
    localStorage.setItem(key, JSON.stringify(participation));
  } catch {
    // Storage is full or forbidden: after the sign-in they are on the dashboard, and can follow the link again.
  }
}

/**
 * Where to go on after signing in: the path, below the base path, of the invitation that was followed less
 * than an hour ago; nothing where there is none.
 */
export function lastParticipationPath(now = Date.now()): string | undefined {
  const participation = read();
  if (!participation) return undefined;
  const seconds = (now - participation.timestamp) / 1000;
  // A moment to come was written by a clock that was wrong, which says nothing.
  if (seconds < 0 || seconds >= validSeconds) return undefined;
  return `/teams/participate/${encodeURIComponent(participation.uuid)}`;
}

/** Forgets the invitation, once it led somewhere. */
export function clearLastParticipation(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // What cannot be removed could not be kept.
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
