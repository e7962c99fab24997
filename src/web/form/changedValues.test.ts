import { expect, test } from 'vitest';
import { changedValues } from './changedValues.ts';

interface Values {
  name?: string | undefined;
  phone?: string | undefined;
  isActive: boolean;
}

const defaults = { name: 'Grace', phone: '', isActive: true };

test.each([
  [
    'the values that were changed',
    { name: 'Grace F.', phone: undefined, isActive: false },
    { name: 'Grace F.', isActive: false },
  ],
  [
    'a value that was filled in',
    { name: 'Grace', phone: '204 555 0134', isActive: true },
    { phone: '204 555 0134' },
  ],
  ['null for a value that was emptied', { name: undefined, isActive: true }, { name: null }],
  ['nothing if no value was changed', { name: 'Grace', phone: undefined, isActive: true }, null],
])('a form sends %s', (_, values, expected) => {
  expect(changedValues<Values>(values, defaults)).toEqual(expected);
});
