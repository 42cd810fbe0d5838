import { type ComponentType, type LazyExoticComponent, lazy, type ReactElement, useEffect } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { basePath } from './page.ts';

/** A screen whose code is loaded when it is first shown, or earlier with `load`. */
export type Screen<Props> = LazyExoticComponent<ComponentType<Props>> & { load(): Promise<unknown> };

/** Declares a screen whose code is loaded by the given import. */
export function lazyScreen<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Screen<Props> {
  return Object.assign(lazy(load), { load });
}

/** Events that usually precede a click on a link by a tenth of a second or more. */
const intents = ['pointerover', 'touchstart', 'focusin'];

/** Loads the code of a screen as soon as somebody hovers over, touches or focuses a link to that screen. */
export function useScreensOnIntent(routes: RouteObject[]): void {
  useEffect(() => {
    const prepare = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || link.origin !== location.origin) return;
      // If the code cannot be loaded now, the screen loads it again when it is shown, and reports a failure.
      for (const { route } of matchRoutes(routes, link.pathname, basePath) ?? [])
        screenOf(route)
          ?.load()
          .catch(() => undefined);
    };
    for (const intent of intents) addEventListener(intent, prepare, { passive: true });
    return () => {
      for (const intent of intents) removeEventListener(intent, prepare);
    };
  }, [routes]);
}

function screenOf({
  element,
}: RouteObject): (Partial<Screen<unknown>> & { load(): Promise<unknown> }) | undefined {
  const type = (element as ReactElement | undefined)?.type as Screen<unknown> | undefined;
  return type && 'load' in type ? type : undefined;
}
