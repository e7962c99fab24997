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

function line(at: string, given: Partial<StatementLine> = {}): StatementLine {
  return { id: 1, at, code: 'RR-T8N•••', clerk: 'Dana', kind: 'redeemed', originalAt: null, ...given };
}

/** The lines of a statement as text. */
function inWords(lines: StatementLine[]): string[] {
  return withReversals(lines).map((each) => {
    const { verb, detail } = describeLine(each, 'America/Winnipeg');
    return `${verb}${detail}`;
  });
}

const taken = '2026-11-06T19:15:00.000Z';
const reversal = line('2026-11-09T15:22:00.000Z', { kind: 'reversed', originalAt: taken });

describe('a line', () => {
  test('that was given back says so, its reversal of when it was, and another of the code stands', () => {
    expect(inWords([line(taken), line('2026-11-07T19:15:00.000Z'), reversal])).toEqual([
      'Redeemed, given back Nov 9, 9:22 AM',
      'Redeemed',
      'Given back, of Nov 6, 1:15 PM',
    ]);
  });

  test('of two that were taken at the same moment is given back as often as there are reversals', () => {
    const both = [line(taken), line(taken)];
    expect(inWords([...both, reversal])[1]).toBe('Redeemed');
    expect(inWords([...both, reversal, reversal])[1]).toBe('Redeemed, given back Nov 9, 9:22 AM');
  });

  test('names who typed a name, and the office where that gave the use back', () => {
    const byOffice = line(taken, { kind: 'reversed', clerk: OFFICE });
    expect([line(taken), line(taken, { clerk: null }), byOffice].map(clerkName)).toEqual([
      'Dana',
      null,
      statementLine.office,
    ]);
  });
});

test('a figure has a minus, not a hyphen, and nothing has none', () => {
  const figures = formatTotals({ redeemed: 1200, reversed: 0, net: -2 }).map(({ figure }) => figure);
  expect(figures).toEqual(['1,200', '0', '−2']);
});

test('a seal stands in groups of four', () => {
  expect(formatSeal('5c1e08f7d2a9')).toBe('5c1e 08f7 d2a9');
});

test.each([
  ['2026-11', '2026-10', '2026-12', 'November 2026', 'November 1 to 30, 2026', 'Dec 3'],
  ['2026-12', '2026-11', '2027-01', 'December 2026', 'December 1 to 31, 2026', 'Jan 3'],
  ['2028-02', '2028-01', '2028-03', 'February 2028', 'February 1 to 29, 2028', 'Mar 3'],
])('%s comes after %s and before %s, and is written', (month, before, after, name, days, closing) => {
  expect([monthBefore(month), monthAfter(month)]).toEqual([before, after]);
  expect([formatYearMonth(month), formatMonthDays(month), formatClosingDay(month)]).toEqual([
    name,
    days,
    closing,
  ]);
});
