import { describe, expect, test } from 'vitest';
import { OFFICE } from './rules.ts';
import { statementLine } from '#words/statements.tsx';
import type { StatementLine } from './contract.ts';
import {
  clerkName,
  formatClosingDay,
  formatMonthDays,
  formatSeal,
  formatYearMonth,
  describeLine,
  monthAfter,
  monthBefore,
  formatTotals,
  withReversals,
} from './statementFormats.ts';

function line(at: string, changes: Partial<StatementLine> = {}): StatementLine {
  return { id: 1, at, code: 'RR-T8N•••', clerk: 'Dana', kind: 'redeemed', originalAt: null, ...changes };
}

function describeLines(lines: StatementLine[]): string[] {
  return withReversals(lines).map((shownLine) => {
    const { verb, detail } = describeLine(shownLine, 'America/Winnipeg');
    return `${verb}${detail}`;
  });
}

const takenAt = '2026-11-06T19:15:00.000Z';
const reversal = line('2026-11-09T15:22:00.000Z', { kind: 'reversed', originalAt: takenAt });

describe('the lines of a statement', () => {
  test('show when a use was given back, and of a reversal when its use was taken', () => {
    expect(describeLines([line(takenAt), line('2026-11-07T19:15:00.000Z'), reversal])).toEqual([
      'Redeemed, given back Nov 9, 9:22 AM',
      'Redeemed',
      'Given back, of Nov 6, 1:15 PM',
    ]);
  });

  test('show one of two uses at the same moment as given back for each reversal', () => {
    const both = [line(takenAt), line(takenAt)];
    expect(describeLines([...both, reversal])[1]).toBe('Redeemed');
    expect(describeLines([...both, reversal, reversal])[1]).toBe('Redeemed, given back Nov 9, 9:22 AM');
  });

  test('name the clerk, or the office if it gave the use back', () => {
    const byOffice = line(takenAt, { kind: 'reversed', clerk: OFFICE });
    expect([line(takenAt), line(takenAt, { clerk: null }), byOffice].map(clerkName)).toEqual([
      'Dana',
      null,
      statementLine.office,
    ]);
  });
});

test('a negative figure has a minus sign instead of a hyphen, and zero has none', () => {
  const figures = formatTotals({ redeemed: 1200, reversed: 0, net: -2 }).map(({ figure }) => figure);
  expect(figures).toEqual(['1,200', '0', '−2']);
});

test('a seal is shown in groups of four characters', () => {
  expect(formatSeal('5c1e08f7d2a9')).toBe('5c1e 08f7 d2a9');
});

test.each([
  ['2026-11', '2026-10', '2026-12', 'November 2026', 'November 1 to 30, 2026', 'Dec 3'],
  ['2026-12', '2026-11', '2027-01', 'December 2026', 'December 1 to 31, 2026', 'Jan 3'],
  ['2028-02', '2028-01', '2028-03', 'February 2028', 'February 1 to 29, 2028', 'Mar 3'],
])('the month %s comes after %s and before %s', (month, before, after, name, days, closing) => {
  expect([monthBefore(month), monthAfter(month)]).toEqual([before, after]);
  expect([formatYearMonth(month), formatMonthDays(month), formatClosingDay(month)]).toEqual([
    name,
    days,
    closing,
  ]);
});
