/**
 * Loads another page. The promise only resolves if the browser restores this page, so that a form stays busy until it
 * is gone.
 */
export function navigateAway(address: string, how: 'assign' | 'replace' = 'assign'): Promise<unknown> {
  const isBack = new Promise((resolve) => {
    addEventListener('pageshow', resolve, { once: true });
  });
  location[how](address);
  return isBack;
}
