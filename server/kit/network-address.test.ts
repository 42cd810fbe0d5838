import { expect, it } from 'vitest';
import { networkOf, shortenedAddress } from './network-address.ts';

it.each([
  ['192.0.2.77', '192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.77', '192.0.2.0/24'],
  ['::ffff:c000:24d', '192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:0001:0002::9%eth0', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['::', '0:0:0:0::/64', '0:0:0::/48'],
  ['1::', '1:0:0:0::/64', '1:0:0::/48'],
  // Some proxies add the port, which differs per connection.
  ['192.0.2.77:49152', '192.0.2.77', '192.0.2.0/24'],
  ['[2001:db8:1:2::9]:49152', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['unix', 'unix', null],
  ['', '', null],
])('counts attempts from %s under the key %s, and logs the address as %s', (address, counted, kept) => {
  expect(networkOf(address)).toBe(counted);
  expect(shortenedAddress(address)).toBe(kept);
});
