import { basePath } from '../kit/page.ts';

/**
 * Where an address of the time when screens stood behind a `#` leads: `#/my-activities` to the screen
 * `/my-activities`. Nothing for any other part of a page, or what would lead out of the app.
 */
export function screenOf(hash: string): string | undefined {
  if (!hash.startsWith('#/')) return undefined;
  const below = hash.replace(/^#[/\\]+/, '');
  const { origin, pathname, search, hash: rest } = new URL(`${basePath}${below}`, document.baseURI);
  const isOurs = origin === location.origin && pathname.startsWith(basePath);
  return isOurs ? `/${pathname.slice(basePath.length)}${search}${rest}` : '/';
}
