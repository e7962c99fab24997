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
])('%s reaches nothing from another machine: %s', (publicUrl, nowhere) => {
  expect(isLoopbackUrl(publicUrl)).toBe(nowhere);
});
