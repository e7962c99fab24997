import { expect, test } from 'vitest';
import { isCommonPassword } from './serverCommonPasswords.ts';

test.each([
  'PasswordPassword',
  '123456789012345',
  'Password123456789',
  'Password123456!',
  'password - password',
  'alex alex alex alex 1',
  'aaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabc',
  '               a',
])('counts %j as common', async (password) => {
  expect(await isCommonPassword(password, ['alex'])).toBe(true);
});

test.each(['correct horse battery staple', 'alexandra had a little lamp'])(
  'does not count %j as common',
  async (password) => {
    expect(await isCommonPassword(password, ['alex'])).toBe(false);
  },
);
