import { useSyncExternalStore } from 'react';

/** Who waits until the person has signed in again; nobody while the session is alive. */
let waiting: { promise: Promise<void>; resolve: () => void } | undefined;
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * Waits until the person has signed in again in the dialog that asks for it; all calls that were refused in the
 * meantime wait for the same. False where there is no such dialog yet: the app has only begun.
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

/** Lets what waits go on. */
export function goOn(): void {
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
