import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Loads the next page of the list with the ref `list`, and moves the focus to its first item, as the button that had it
 * is disabled meanwhile, or removed.
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
    // Leaves the focus alone if the person has moved on.
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
