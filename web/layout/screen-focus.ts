import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Makes another screen begin at its top and be read from its start, as a page load would; so does the first screen
 * after a sign-in. Going back is left to the browser, which returns to where one was.
 */
export function useArrival(main: RefObject<HTMLElement | null>, isAfterSignIn: boolean): void {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const arrivedAt = useRef(isAfterSignIn ? undefined : pathname);
  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    const isFirst = arrivedAt.current === undefined;
    arrivedAt.current = pathname;
    if (navigation === 'POP' && !isFirst) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname, navigation, main]);
}
