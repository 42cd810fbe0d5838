import { useSyncExternalStore } from 'react';

/** The promise on which calls wait until the person has signed in again; undefined while the session is active. */
let waiting: { promise: Promise<void>; resolve: () => void } | undefined;
const listeners = new Set<() => void>();

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/**
 * Waits until the person has signed in again in the dialog. All calls that fail in the meantime wait for the same
 * sign-in. Returns false while the app is starting, because there is no dialog yet.
 */
export async function signedInAgain(): Promise<boolean> {
  if (listeners.size === 0) return false;
  if (!waiting) {
    waiting = Promise.withResolvers<void>();
    notifyListeners();
  }
  await waiting.promise;
  return true;
}

/** Continues the waiting calls after the person has signed in again. */
export function resumeSession(): void {
  waiting?.resolve();
  waiting = undefined;
  notifyListeners();
}

/** Returns whether the session has ended, so that the person must sign in again. */
export const useSessionHasEnded = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== undefined,
  );
