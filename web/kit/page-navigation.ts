/**
 * Loads another page. The promise resolves only if the browser later restores this page, so that a form stays busy
 * until the other page has loaded.
 */
export function navigateAway(address: string, how: 'assign' | 'replace' = 'assign'): Promise<unknown> {
  const isBack = new Promise((resolve) => {
    addEventListener('pageshow', resolve, { once: true });
  });
  location[how](address);
  return isBack;
}
