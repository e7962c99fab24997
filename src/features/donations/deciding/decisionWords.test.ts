import { describe, expect, test } from 'vitest';
import { withoutDonations, type AdminSummary } from './adminSummary.ts';
import { bulkOutcome, undoOutcome } from './decisionWords.ts';

describe('what a bulk confirmation says', () => {
  test('how many were confirmed', () => {
    expect(bulkOutcome({ ok: true, confirmed: [1], skipped: [] })).toEqual({
      kind: 'success',
      title: '1 donation confirmed',
      description: 'A reward code was issued.',
    });
  });

  test('how many were skipped, and why', () => {
    const { description } = bulkOutcome({
      ok: true,
      confirmed: [1, 2],
      skipped: [
        { id: 3, reason: 'already_confirmed' },
        { id: 4, reason: 'already_confirmed' },
        { id: 5, reason: 'not_found' },
      ],
    });
    expect(description).toBe(
      '2 reward codes were issued. 3 skipped: 2 already confirmed, 1 no longer there.',
    );
  });

  test('one reason for all needs no numbers of its own, and nothing confirmed is no success', () => {
    expect(
      bulkOutcome({ ok: true, confirmed: [], skipped: [{ id: 3, reason: 'already_rejected' }] }),
    ).toEqual({ kind: 'error', title: 'No donation confirmed', description: '1 skipped: already rejected.' });
  });
});

test.each([
  [1, '1 donation is pending again.'],
  [5, '5 donations are pending again.'],
])('undoing %i says so', (count, description) => {
  expect(undoOutcome(count).description).toBe(description);
});

describe('a summary without the donations under decision', () => {
  const latestPending = [{ id: 1 }, { id: 2 }, { id: 3 }];

  test('counts off only those that it lists, where it lists all', () => {
    const summary = { stats: { pendingCount: 3 }, latestPending } as AdminSummary;
    const rest = withoutDonations(summary, new Set([2, 99]));
    expect(rest.stats.pendingCount).toBe(2);
    expect(rest.latestPending.map(({ id }) => id)).toEqual([1, 3]);
  });

  test('counts off those of later pages too', () => {
    const summary = { stats: { pendingCount: 63 }, latestPending } as AdminSummary;
    expect(withoutDonations(summary, new Set([2, 99])).stats.pendingCount).toBe(61);
  });
});
