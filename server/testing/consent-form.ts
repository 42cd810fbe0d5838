/**
 * Sends the form of a simulated service's consent page. Returns the address that the browser is redirected to. Throws
 * if the page is refused.
 */
export async function sendConsent(
  page: string,
  member: string,
  ticks: string[],
  allows: boolean,
): Promise<URLSearchParams> {
  const body = new URLSearchParams([
    ['member', member],
    ['decision', allows ? 'allow' : 'deny'],
    ...ticks.map((tick) => ['tick', tick]),
  ]);
  const response = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  const location = response.headers.get('location');
  if (!location) throw new Error(`${response.status} ${await response.text()}`);
  return new URL(location).searchParams;
}
