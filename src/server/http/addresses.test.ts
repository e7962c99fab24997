import { expect, test } from 'vitest';
import { clientAddress, clientNetwork, isInNetwork, widestNetwork } from './addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:4711', '203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['[2001:db8:1:2:3:4:5:6]:4711', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
  ['[2001:db8:1:2::]', '2001:db8:1:2::', '2001:db8:1:2', '2001:db8:1'],
  ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::ffff', '2001:db8:1:2', '2001:db8:1'],
  ['2001:db8::1', '2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ['2001:db8:1:3::1', '2001:db8:1:3::1', '2001:db8:1:3', '2001:db8:1'],
  ['::1', '::1', '0:0:0:0', '0:0:0'],
  ['fe80::1%eth0', 'fe80::1', 'fe80:0:0:0', 'fe80:0:0'],
  ['[fe80::1%25eth0]:4711', 'fe80::1', 'fe80:0:0:0', 'fe80:0:0'],
  ['64:ff9b::203.0.113.7', '64:ff9b::cb00:7107', '64:ff9b:0:0', '64:ff9b:0'],
])('%s is the address %s, in the networks %s and %s', (text, address, network, widest) => {
  expect(clientAddress(text)).toBe(address);
  expect(clientNetwork(text)).toBe(network);
  expect(widestNetwork(text)).toBe(widest);
});

test.each([
  '',
  'unknown',
  '_hidden:4711',
  '1234',
  '0x7f.1',
  '203.0.113.07',
  '203.0.113.256',
  '203.0.113.7:port',
  '2001:db8::1::2',
  '[2001:db8::1',
  '[203.0.113.7]x',
])('counts all callers without an address together: %j', (text) => {
  expect(clientAddress(text)).toBeNull();
  expect(clientNetwork(text)).toBe(clientNetwork('not an address'));
  expect(widestNetwork(text)).toBe(clientNetwork('not an address'));
});

test.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.8', '203.0.113.7', false],
  ['203.0.113.255', '203.0.113.0/24', true],
  ['203.0.113.255', '203.0.113.9/24', true],
  ['203.0.114.0', '203.0.113.0/24', false],
  ['::ffff:203.0.113.7', '203.0.113.0/24', true],
  ['[2001:db8:1::5]:4711', '2001:db8:1::/48', true],
  ['2001:db8:2::5', '2001:db8:1::/48', false],
  ['2001:0DB8:1:0:0:0:0:5', '2001:db8:1::5', true],
  ['203.0.113.7', '2001:db8:1::/48', false],
  ['unknown', '203.0.113.0/24', false],
])('%s is in the network %s: %s', (address, network, expected) => {
  expect(isInNetwork(address, network)).toBe(expected);
});
