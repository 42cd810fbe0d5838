/**
 * A page of ours to return to, below the base path; the first page where the text names no such one. What a
 * browser would understand as another site's address is no page of ours, however it is written.
 */
export function returnPath(basePath: string, wanted: string | undefined): string {
  const anywhere = 'http://nowhere.invalid';
  if (!wanted?.startsWith(basePath) || !URL.canParse(wanted, anywhere)) return basePath;
  const { origin, pathname, search, hash } = new URL(wanted, anywhere);
  const isOurs = origin === anywhere && pathname.startsWith(basePath) && !pathname.startsWith('//');
  return isOurs ? pathname + search + hash : basePath;
}

/** The same page with a word more in its query. */
export function withQueryParam(path: string, name: string, value: string): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://nowhere.invalid');
  searchParams.set(name, value);
  return `${pathname}?${searchParams}${hash}`;
}
