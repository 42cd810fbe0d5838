import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Loads the next page of the list that `list` is put on, and moves the focus to its first item: the button that had
 * it is off meanwhile, or gone for good.
 */
export function useNextPage<List extends HTMLElement>(query: {
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}): { list: RefObject<List | null>; load: () => void } {
  const { isFetchingNextPage, fetchNextPage } = query;
  const list = useRef<List>(null);
  const [shownBefore, setShownBefore] = useState<number>();
  useEffect(() => {
    if (shownBefore === undefined || isFetchingNextPage) return;
    const first = list.current?.children[shownBefore];
    if (!(first instanceof HTMLElement)) return;
    setShownBefore(undefined);
    // Somebody who went on reading elsewhere is not called back.
    if (!document.activeElement?.matches('body, :disabled')) return;
    first.tabIndex = -1;
    first.focus();
  }, [shownBefore, isFetchingNextPage]);
  const load = () => {
    setShownBefore(list.current?.children.length ?? 0);
    fetchNextPage();
  };
  return { list, load };
}
