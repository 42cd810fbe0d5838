import { basePath } from '../kit/page.ts';

/**
 * Returns the path for a fragment that the previous platform used as an address: `/my-activities` for
 * `#/my-activities`. Returns `/` for a fragment that would lead out of the app, and undefined for other
 * fragments.
 */
export function screenOf(hash: string): string | undefined {
  if (!hash.startsWith('#/')) return undefined;
  const below = hash.replace(/^#[/\\]+/, '');
  const { origin, pathname, search, hash: rest } = new URL(`${basePath}${below}`, document.baseURI);
  const isOurs = origin === location.origin && pathname.startsWith(basePath);
  return isOurs ? `/${pathname.slice(basePath.length)}${search}${rest}` : '/';
}
