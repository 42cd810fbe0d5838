import { useEffect } from 'react';
import { useListContext, useRefresh } from 'react-admin';

/** Refetches a list every two seconds while one of its items is in progress. */
export function PollWhileBusy<Item extends object>({ isUnderWay }: { isUnderWay: (item: Item) => boolean }) {
  const { data } = useListContext();
  const refresh = useRefresh();
  const isPolling = ((data ?? []) as unknown as Item[]).some(isUnderWay);
  useEffect(() => {
    if (!isPolling) return;
    const timer = setInterval(refresh, 2000);
    return () => clearInterval(timer);
  }, [isPolling, refresh]);
  return null;
}
