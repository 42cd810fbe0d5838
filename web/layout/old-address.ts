import { basePath } from '../kit/page.ts';

/**
 * Converts the fragment of an address from the previous platform to a path: `#/my-activities` to `/my-activities`.
 * Returns undefined for other fragments, and for fragments that would lead out of the app.
 */
export function screenOf(hash: string): string | undefined {
  if (!hash.startsWith('#/')) return undefined;
  const below = hash.replace(/^#[/\\]+/, '');
  const { origin, pathname, search, hash: rest } = new URL(`${basePath}${below}`, document.baseURI);
  const isOurs = origin === location.origin && pathname.startsWith(basePath);
  return isOurs ? `/${pathname.slice(basePath.length)}${search}${rest}` : '/';
}
