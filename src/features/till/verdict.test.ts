import { expect, test } from 'vitest';
import { invalidPinMessage, noPinMessage, otherPartnerMessage, refusalMessages } from './rules.ts';
import { tooManyTries } from '#shared/limits.ts';
import { tillRefusals as words } from '#words/till.tsx';
import { refusalMessage } from './verdict.ts';

test.each([
  ['not_found', 'Code not found'],
  ['expired', 'Code expired'],
  ['used_up', 'Code fully used'],
  ['something newer', 'Unknown error'],
])('a refusal for %s reads "%s"', (reason, message) => {
  expect(refusalMessage(reason)).toBe(message);
});

test('the till says what the server says', () => {
  expect(words).toMatchObject({
    notFound: refusalMessages.not_found,
    expired: refusalMessages.expired,
    usedUp: refusalMessages.used_up,
    otherPartner: otherPartnerMessage,
    invalidPin: invalidPinMessage,
    noPin: noPinMessage,
    tooManyTries,
  });
});
