import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Scrolls to the top and focuses the main area when the screen changes, as a page load would, and for the first screen
 * after signing in. When the person goes back, the browser restores the scroll position.
 */
export function useScreenFocus(main: RefObject<HTMLElement | null>, isAfterSignIn: boolean): void {
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
