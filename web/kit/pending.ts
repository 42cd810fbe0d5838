import { useDeferredValue } from 'react';

/**
 * Returns whether data is still missing. When the data arrives, this stays true for a moment, so that React renders what
 * shows the data in short steps instead of one long step, and slow phones respond meanwhile.
 */
export function usePending(isPending: boolean): boolean {
  const wasPending = useDeferredValue(isPending);
  return isPending || wasPending;
}
