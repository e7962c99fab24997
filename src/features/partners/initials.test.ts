import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Main Street Thrift', 'MS'],
  ['Thrift', 'T'],
  ["O'Brien’s second hand", 'OS'],
  ['  the  (old) Mill', 'TO'],
  ['Élan vital', 'ÉV'],
  ['2nd Chance', '2C'],
  ['***', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
