/**
 * Submits the consent form of a simulated service. Returns the address to which the browser is redirected. Throws if
 * the service refuses the page.
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
