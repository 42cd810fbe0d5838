import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Loads the next page of the list whose ref is `list`, and moves the focus to the first item of that page, because the
 * focused button is disabled while the page loads, and removed after the last page.
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
    // Keeps the focus if the person has moved it.
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
