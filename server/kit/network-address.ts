import { isIPv4, isIPv6 } from 'node:net';

/** An address alone: some proxies name the port of the connection too, which is another each time. */
const withoutPort = (address: string) =>
  address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');

/** The eight groups of an address of IPv6; nothing of other texts. */
function groupsOf(address: string): string[] | undefined {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return undefined;
  // The parser of URLs writes each address in one way.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

/** The address of IPv4 that is written as one of IPv6 (`::ffff:192.0.2.1`); nothing of others. */
function mappedIn(groups: string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}

/**
 * The key for counting attempts from an address. A household or a rented server has 2⁶⁴ IPv6 addresses, so the network
 * is counted, not the address.
 */
export function networkOf(told: string): string {
  const address = withoutPort(told);
  const groups = groupsOf(address);
  if (!groups) return address;
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * An address without its last part, for a log: it shows a town or an office, but not a person. 24 bits of IPv4, 48 of
 * IPv6; nothing if it is neither.
 */
export function shortenedAddress(told: string): string | null {
  const address = withoutPort(told);
  const groups = groupsOf(address);
  const ipv4 = groups ? mappedIn(groups) : address;
  if (ipv4 === undefined) return `${groups?.slice(0, 3).join(':')}::/48`;
  return isIPv4(ipv4) ? `${ipv4.split('.').slice(0, 3).join('.')}.0/24` : null;
}
