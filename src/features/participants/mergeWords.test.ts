import { describe, expect, test } from 'vitest';
import { filledFields, mergeSentence, numberIn, type Holdings } from './mergeWords.ts';

function holdings(
  id: number,
  displayName: string | null,
  given: Partial<Omit<Holdings, 'participant'>> & { email?: string; phone?: string } = {},
): Holdings {
  const { email = null, phone = null, donations = 0, codes = 0, studentIds = [] } = given;
  const totals = { total_donations: 0, confirmed_donations: 0, last_donation_at: null, removed_at: null };
  const claims = { claimedName: null, claimedEmail: null, isClaimProven: false };
  const participant = { id, displayName, email, phone, ...claims, shareToken: `token${id}`, ...totals };
  return { ok: true, participant, donations, codes, studentIds, merges: [] };
}

const amara = holdings(12, 'Amara Okafor');

describe('the last question before a merge', () => {
  test.each([
    [
      holdings(3, 'Jo', { donations: 4, codes: 3, studentIds: ['JT'] }),
      '4 donations, 3 reward codes and 1 donor ID move to Amara Okafor (No. 12), and Jo (No. 3) is removed. It can be taken back for 30 days.',
    ],
    [
      holdings(3, null, { donations: 1, studentIds: ['7850933', 'JT'] }),
      '1 donation and 2 donor IDs move to Amara Okafor (No. 12), and 7850933 (No. 3) is removed. It can be taken back for 30 days.',
    ],
    [
      holdings(3, 'Jo', { donations: 1 }),
      '1 donation moves to Amara Okafor (No. 12), and Jo (No. 3) is removed. It can be taken back for 30 days.',
    ],
    [
      holdings(3, 'Jo', { codes: 1200 }),
      '1,200 reward codes move to Amara Okafor (No. 12), and Jo (No. 3) is removed. It can be taken back for 30 days.',
    ],
    [holdings(3, 'Jo'), 'Jo (No. 3) is removed. It can be taken back for 30 days.'],
  ])('says what moves and what goes (%#)', (moving, said) => {
    expect(mergeSentence(moving, amara)).toBe(said);
  });
});

describe('what a merge fills in', () => {
  test('is what the target lacks and the source has', () => {
    const jo = holdings(3, 'Jo', { email: 'jo@example.ca', phone: '204-555-0134' });
    expect(filledFields(jo, amara)).toEqual(['jo@example.ca', '204-555-0134']);
    expect(filledFields(jo, holdings(12, null, { phone: '123456' }))).toEqual(['Jo', 'jo@example.ca']);
    expect(filledFields(amara, jo)).toEqual([]);
  });
});

describe('a participant’s number', () => {
  test.each([
    ['118', 118],
    [' #118 ', 118],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['Jo', null],
    ['', null],
    ['9999999999', null],
  ])('in "%s" is %j', (text, number) => {
    expect(numberIn(text)).toBe(number);
  });
});
