/** Loads another page; ends only where the browser brings this one back, so that a form stays busy until it is gone. */
export function leaveFor(address: string, how: 'assign' | 'replace' = 'assign'): Promise<unknown> {
  const isBack = new Promise((resolve) => {
    addEventListener('pageshow', resolve, { once: true });
  });
  location[how](address);
  return isBack;
}
