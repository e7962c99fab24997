import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '#web/api/client.ts';
import { mayHaveTakenEffect, OfflineError, refusalVerdict } from './verdict.ts';

const refused = (status: number, body: object) =>
  new ApiError({ status, statusText: '', headers: new Headers() }, JSON.stringify(body));

test.each([
  ['used up', { error: 'Code fully used', reason: 'used_up', maxUses: 2 }, 'usedUp', 'Code fully used'],
  ['expired', { error: 'Code expired', reason: 'expired' }, 'invalid', 'Code expired'],
  ['of another store', { error: 'Not here', code: 'other_partner' }, 'invalid', 'Not here'],
  ['refused for a reason of a later version', { reason: 'on_holiday' }, 'invalid', 'Unknown error'],
])('a code that is %s gets its verdict', (_what, body, kind, message) => {
  expect(refusalVerdict('RR-ABC234', refused(409, body))).toMatchObject({ kind, code: 'RR-ABC234', message });
});

test('a refusal that is not about the code gives no verdict', () => {
  expect(refusalVerdict('RR-ABC234', refused(403, { error: 'Invalid PIN', code: 'invalid_pin' }))).toBeNull();
  expect(refusalVerdict('RR-ABC234', new NetworkError('gone'))).toBeNull();
});

test.each([
  [true, 'whose answer was lost', new NetworkError('gone')],
  [true, 'that the server failed', refused(503, { error: 'Try again', code: 'unavailable' })],
  [
    true,
    'that a proxy answered',
    new ApiError({ status: 404, statusText: '', headers: new Headers() }, '<html>'),
  ],
  [false, 'that was refused', refused(409, { error: 'Code fully used', reason: 'used_up' })],
  [false, 'that was not sent', new OfflineError('No connection.')],
])('%s: a call %s may have taken effect', (expected, _what, error) => {
  expect(mayHaveTakenEffect(error)).toBe(expected);
});
