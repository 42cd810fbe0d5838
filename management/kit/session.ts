import { useSyncExternalStore } from 'react';

/** Callers that wait until the person has signed in again; empty while the session is active. */
let waiting: { promise: Promise<void>; resolve: () => void } | undefined;
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * Waits until the person has signed in again in the dialog; all calls that fail meanwhile
 * share the wait. False if there is no dialog yet, as the app is starting.
 */
export async function signedInAgain(): Promise<boolean> {
  if (listeners.size === 0) return false;
  if (!waiting) {
    waiting = Promise.withResolvers<void>();
    tell();
  }
  await waiting.promise;
  return true;
}

/** Resolves the waiting calls. */
export function resumeSession(): void {
  waiting?.resolve();
  waiting = undefined;
  tell();
}

/** Whether the session has ended and somebody has to sign in again. */
export const useSessionHasEnded = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== undefined,
  );
