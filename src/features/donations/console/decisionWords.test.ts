import { describe, expect, test } from 'vitest';
import { withoutDonations, type AdminSummary } from './decisions.ts';
import { bulkOutcome, confirmationTitle, undoConsequences, undoOutcome } from './decisionWords.ts';

describe('the toast of a bulk confirmation', () => {
  test('says how many were confirmed', () => {
    expect(bulkOutcome({ ok: true, confirmed: [1], skipped: [], alike: 0 })).toEqual({
      kind: 'success',
      title: '1 donation confirmed',
      description: 'A reward code was issued.',
    });
  });

  test('says how many were skipped, and why', () => {
    const { description } = bulkOutcome({
      ok: true,
      confirmed: [1, 2],
      skipped: [
        { id: 3, reason: 'already_confirmed' },
        { id: 4, reason: 'already_confirmed' },
        { id: 5, reason: 'not_found' },
      ],
      alike: 0,
    });
    expect(description).toBe(
      '2 reward codes were issued. 3 skipped: 2 already confirmed, 1 no longer there.',
    );
  });

  test.each([
    [1, 'One of these looks like another.'],
    [2, '2 of these look alike.'],
  ])('warns that %i look like another', (alike, sentence) => {
    const { description } = bulkOutcome({ ok: true, confirmed: [1, 2], skipped: [], alike });
    expect(description).toBe(`2 reward codes were issued. ${sentence}`);
  });

  test('is an error if nothing was confirmed, and gives a single reason without a count', () => {
    expect(
      bulkOutcome({ ok: true, confirmed: [], skipped: [{ id: 3, reason: 'already_rejected' }], alike: 0 }),
    ).toEqual({ kind: 'error', title: 'No donation confirmed', description: '1 skipped: already rejected.' });
  });
});

describe('the texts of an undo', () => {
  const jo = {
    id: 1,
    participantId: 1,
    participantName: 'Jo Thiessen',
    participantRemovedAt: null,
    studentId: 'JTHIESSEN',
    weight: '3kg+',
    actualWeight: null,
    date: '2026-11-17',
    binLocation: null,
    measured_kg: null,
    dropSite: null,
    discountCode: 'RR-W8ECJ4',
    usedAt: null,
    usedAtStore: null,
  } as const;
  const unnamed = { ...jo, id: 2, participantName: null, weight: '0-1kg', actualWeight: '1-2kg' } as const;
  const revoked = { ...jo, id: 3, discountCode: null, date: '2026-10-31' } as const;
  const bag = {
    ...jo,
    id: 4,
    participantId: null,
    participantName: null,
    studentId: null,
    weight: '1-2kg',
    actualWeight: '1-2kg',
    measured_kg: 1.8,
    discountCode: null,
  } as const;
  const confirmedAt = '2026-11-20T16:42:00.000Z';

  test.each([
    [[jo], 'Confirmation of Jo Thiessen, 3kg+, 10:42 AM'],
    [[jo, unnamed], 'Confirmation of 2 donations, 10:42 AM'],
    [[bag], 'Confirmation of an unclaimed bag, 1-2kg, 10:42 AM'],
  ])('name the donor or the number of donations, and the time', (donations, title) => {
    expect(confirmationTitle({ id: 1, confirmedAt, donations }, 'America/Winnipeg')).toBe(title);
  });

  test.each([
    [
      [jo, unnamed],
      92.5,
      ['2 codes end, none of them was used.', '5 kg leave November: 92.5 becomes 87.5 kg.'],
    ],
    [[jo], undefined, ['1 code ends, it was not used.', '3.5 kg leave November.']],
    [[revoked], 92.5, ['No code ends: they were revoked before.', '3.5 kg leave earlier months.']],
    [[bag], 10, ['Nobody had a code for it.', '1.8 kg leave November: 10 becomes 8.2 kg.']],
  ])('list the codes and kilograms that are lost', (donations, confirmedThisMonth, sentences) => {
    expect(undoConsequences(donations, '2026-11-20', confirmedThisMonth)).toEqual(sentences);
  });

  test.each([
    [[jo], 'Jo Thiessen’s donation is pending again.'],
    [[unnamed, jo], '2 donations are pending again.'],
    [[bag], 'It no longer counts.'],
  ])('say afterwards which donation or how many are pending again', (donations, description) => {
    expect(undoOutcome(donations).description).toBe(description);
  });
});

describe('a summary without the donations being decided', () => {
  const latestPending = [{ id: 1 }, { id: 2 }, { id: 3 }];

  test('subtracts only the donations that it lists, if it lists all', () => {
    const summary = { stats: { pendingCount: 3 }, latestPending } as AdminSummary;
    const remaining = withoutDonations(summary, new Set([2, 99]));
    expect(remaining.stats.pendingCount).toBe(2);
    expect(remaining.latestPending.map(({ id }) => id)).toEqual([1, 3]);
  });

  test('subtracts donations of later pages too', () => {
    const summary = { stats: { pendingCount: 63 }, latestPending } as AdminSummary;
    expect(withoutDonations(summary, new Set([2, 99])).stats.pendingCount).toBe(61);
  });
});
