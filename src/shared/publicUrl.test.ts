import { expect, test } from 'vitest';
import { isLoopbackUrl } from './publicUrl.ts';

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://reround.localhost:3000', true],
  ['https://reround.example', false],
  ['http://192.168.1.20:3000', false],
  ['https://localhost.example', false],
])('%s leads only to this machine: %s', (publicUrl, isLoopback) => {
  expect(isLoopbackUrl(publicUrl)).toBe(isLoopback);
});
