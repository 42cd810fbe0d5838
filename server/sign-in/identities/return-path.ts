/**
 * Returns the requested path if it is below the base path, and otherwise the path of the start page. Never
 * returns anything that a browser would interpret as another site's address.
 */
export function returnPath(basePath: string, wanted: string | undefined): string {
  const anywhere = 'http://nowhere.invalid';
  if (!wanted?.startsWith(basePath) || !URL.canParse(wanted, anywhere)) return basePath;
  const { origin, pathname, search, hash } = new URL(wanted, anywhere);
  const isOurs = origin === anywhere && pathname.startsWith(basePath) && !pathname.startsWith('//');
  return isOurs ? pathname + search + hash : basePath;
}

/** Returns the path with a query parameter added. */
export function withQueryParam(path: string, name: string, value: string): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://nowhere.invalid');
  searchParams.set(name, value);
  return `${pathname}?${searchParams}${hash}`;
}
