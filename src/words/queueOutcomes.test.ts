import { expect, test } from 'vitest';
import { queueOutcomes as french } from '#french/log.tsx';
import { queueOutcomes as english } from '#words/log.tsx';

test.each([
  [1, 'Kept donation sent', 'Your donation is logged. An admin confirms it, usually within two days.'],
  [2, 'Kept donations sent', 'All 2 are logged. An admin confirms them, usually within two days.'],
])('of %d that were sent English says "%s: %s"', (count, title, description) => {
  expect([english.sent(count), english.sentDescription(count)]).toEqual([title, description]);
});

test.each([
  [1, 'Don conservé envoyé', 'Un don conservé n’a pas été inscrit'],
  [2, 'Dons conservés envoyés', 'Des dons conservés n’ont pas été inscrits'],
])('of %d French says "%s" or "%s"', (count, sent, refused) => {
  expect([french.sent(count), french.refused(count)]).toEqual([sent, refused]);
});
