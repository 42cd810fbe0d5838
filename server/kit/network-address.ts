import { isIPv4, isIPv6 } from 'node:net';

/** Removes the port, which some proxies add and which differs per connection. */
const withoutPort = (address: string) =>
  address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');

/** Returns the eight groups of an IPv6 address; undefined for any other text. */
function groupsOf(address: string): string[] | undefined {
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return undefined;
  // The URL parser normalises the IPv6 address.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}

/**
 * Returns the IPv4 address in an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`); undefined for other
 * addresses.
 */
function mappedIn(groups: string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}

/**
 * Returns the key by which attempts from an address are counted: the address for IPv4, the /64 network for IPv6. A
 * single household or rented server has 2⁶⁴ IPv6 addresses.
 */
export function networkOf(source: string): string {
  const address = withoutPort(source);
  const groups = groupsOf(address);
  if (!groups) return address;
  return mappedIn(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * Shortens an address for a log, so that it identifies a town or an office, but not a person. Keeps 24 bits of an IPv4
 * address and 48 bits of an IPv6 address. Returns null for any other text.
 */
export function shortenedAddress(source: string): string | null {
  const address = withoutPort(source);
  const groups = groupsOf(address);
  const ipv4 = groups ? mappedIn(groups) : address;
  if (ipv4 === undefined) return `${groups?.slice(0, 3).join(':')}::/48`;
  return isIPv4(ipv4) ? `${ipv4.split('.').slice(0, 3).join('.')}.0/24` : null;
}
