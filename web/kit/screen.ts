import { type ComponentType, type LazyExoticComponent, lazy, type ReactElement, useEffect } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { basePath } from './page.ts';

/** A screen whose code is loaded when it is first shown, or earlier with `load`. */
export type Screen<Props> = LazyExoticComponent<ComponentType<Props>> & { load(): Promise<unknown> };

/** Declares a screen whose code is loaded by the given import. */
export function lazyScreen<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Screen<Props> {
  let file: { default: ComponentType<Props> } | undefined;
  const loadOnce = async () => (file ??= await load());
  // React shows a spinner for at least 0.3 seconds if it has to wait, even for code that has already loaded. So
  // such code is given to React at once.
  // biome-ignore lint/suspicious/noThenProperty: React calls `then` of what it gets, and never awaits it.
  const loaded = () => ({ then: (use: (code: typeof file) => void) => use(file) }) as ReturnType<typeof load>;
  return Object.assign(
    lazy(() => (file ? loaded() : loadOnce())),
    { load: loadOnce },
  );
}

/** Loads the code of the screens at a path, which includes the base path. Failures are reported when a screen is shown. */
export async function loadScreensAt(routes: RouteObject[], path: string): Promise<void> {
  const screens = (matchRoutes(routes, path, basePath) ?? []).map(({ route }) => screenOf(route));
  await Promise.allSettled(screens.map((screen) => screen?.load()));
}

/** Events that usually precede a click on a link by a tenth of a second or more. */
const intents = ['pointerover', 'touchstart', 'focusin'];

/** Loads the code of a screen as soon as somebody hovers over, touches or focuses a link to that screen. */
export function useScreensOnIntent(routes: RouteObject[]): void {
  useEffect(() => {
    let last = '';
    const prepare = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      // A tap fires all of these events.
      if (!link || link.href === last || link.origin !== location.origin) return;
      last = link.href;
      afterNextPaint(() => void loadScreensAt(routes, link.pathname));
    };
    for (const intent of intents) addEventListener(intent, prepare, { passive: true });
    return () => {
      for (const intent of intents) removeEventListener(intent, prepare);
    };
  }, [routes]);
}

/** Does something once the browser has shown its response to an event, so that the response does not wait for it. */
function afterNextPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

function screenOf({
  element,
}: RouteObject): (Partial<Screen<unknown>> & { load(): Promise<unknown> }) | undefined {
  const type = (element as ReactElement | undefined)?.type as Screen<unknown> | undefined;
  return type && 'load' in type ? type : undefined;
}
