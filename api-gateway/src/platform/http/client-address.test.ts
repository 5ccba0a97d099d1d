import { clientAddress, clientIp } from './client-address';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:1::7', '2001:db8:1:1::/64'],
  ['2001:0DB8:0001:0001:ffff:ffff:ffff:ffff', '2001:db8:1:1::/64'],
  ['2001:db8::7', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [undefined, ''],
])('counts %s as %s', (ip, expectedAddress) => expect(clientAddress({ ip })).toBe(expectedAddress));

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:1::7', '2001:db8:1:1::7'],
  ['fe80::1%eth0', 'fe80::1'],
  [undefined, ''],
])('returns %s for a bank as %s', (ip, expectedIp) => expect(clientIp({ ip })).toBe(expectedIp));
