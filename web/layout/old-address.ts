import { basePath } from '../kit/page.ts';

/**
 * The path of an old address whose screen was behind a `#`: `#/my-activities` becomes `/my-activities`. Undefined for
 * any other fragment, or one that would leave the app.
 */
export function screenOf(hash: string): string | undefined {
  if (!hash.startsWith('#/')) return undefined;
  const below = hash.replace(/^#[/\\]+/, '');
  const { origin, pathname, search, hash: rest } = new URL(`${basePath}${below}`, document.baseURI);
  const isOurs = origin === location.origin && pathname.startsWith(basePath);
  return isOurs ? `/${pathname.slice(basePath.length)}${search}${rest}` : '/';
}
