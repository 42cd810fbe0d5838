import { useEffect } from 'react';
import { useListContext, useRefresh } from 'react-admin';

/** Looks at a list again as long as something in it is under way: every two seconds, about as long as one waits gladly. */
export function LookAgain<Item extends object>({ isUnderWay }: { isUnderWay: (item: Item) => boolean }) {
  const { data } = useListContext();
  const refresh = useRefresh();
  const looks = ((data ?? []) as unknown as Item[]).some(isUnderWay);
  useEffect(() => {
    if (!looks) return;
    const timer = setInterval(refresh, 2000);
    return () => clearInterval(timer);
  }, [looks, refresh]);
  return null;
}
