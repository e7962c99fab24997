import { describe, expect, test } from 'vitest';
import { OFFICE } from './rules.ts';
import { statementLine } from '#words/statements.tsx';
import type { StatementLine } from './contract.ts';
import {
  clerkOf,
  formatClosingDay,
  formatMonthDays,
  formatMonthName,
  formatYearMonth,
  monthAfter,
  monthBefore,
  lineName,
  mayBeGivenBack,
  sealGroups,
  signed,
  withReversals,
  usesOf,
  whenOf,
  lineWords,
} from './statementFormats.ts';

const WINNIPEG = 'America/Winnipeg';

let lastId = 0;
function line(at: string, given: Partial<StatementLine> = {}): StatementLine {
  lastId += 1;
  return { id: lastId, at, code: 'RR-T8N•••', clerk: 'Dana', kind: 'redeemed', originalAt: null, ...given };
}

/** The lines of a statement as text. */
function inWords(lines: StatementLine[]): string[] {
  return withReversals(lines).map((each) => {
    const { first, rest } = lineWords(each, WINNIPEG);
    return `${first}${rest} ${usesOf(each)}`;
  });
}

const taken = '2026-11-06T19:15:00.000Z';

describe('a line', () => {
  test('that was given back says so, and its reversal of when it was', () => {
    const reversal = line('2026-11-06T19:17:00.000Z', { kind: 'reversed', originalAt: taken });
    expect(inWords([line(taken), reversal])).toEqual([
      'Redeemed, given back at 1:17 PM 1',
      'Given back, of Nov 6, 1:15 PM −1',
    ]);
  });

  test('that was given back on another day says on which', () => {
    const reversal = line('2026-11-09T15:22:00.000Z', { kind: 'reversed', originalAt: taken });
    expect(inWords([line(taken), reversal])[0]).toBe('Redeemed, given back Nov 9, 9:22 AM 1');
  });

  test('of the same code at another time is another use', () => {
    const reversal = line('2026-11-09T15:22:00.000Z', { kind: 'reversed', originalAt: taken });
    expect(inWords([line(taken), line('2026-11-07T19:15:00.000Z'), reversal])[1]).toBe('Redeemed 1');
  });

  test('of two that were taken at the same moment is given back as often as there are reversals', () => {
    const reversal = line('2026-11-06T19:17:00.000Z', { kind: 'reversed', originalAt: taken });
    const both = [line(taken), line(taken)];
    expect(inWords([...both, reversal])[1]).toBe('Redeemed 1');
    expect(inWords([...both, reversal, reversal])[1]).toBe('Redeemed, given back at 1:17 PM 1');
  });

  test('names the year of a use that was taken in another', () => {
    const originalAt = '2026-12-30T23:48:00.000Z';
    const reversal = line('2027-01-05T15:22:00.000Z', { kind: 'reversed', originalAt });
    expect(inWords([reversal])).toEqual(['Given back, of Dec 30, 2026, 5:48 PM −1']);
  });

  test('can be given back once, and a reversal never', () => {
    const reversal = line('2026-11-09T15:22:00.000Z', { kind: 'reversed', originalAt: taken });
    const lines = [line(taken), line('2026-11-07T19:15:00.000Z'), reversal];
    expect(withReversals(lines).map(mayBeGivenBack)).toEqual([false, true, false]);
  });

  test('names who typed a name, and the office where that gave the use back', () => {
    const reversal = line(taken, { kind: 'reversed', clerk: OFFICE });
    expect([line(taken), line(taken, { clerk: null }), reversal].map(clerkOf)).toEqual([
      'Dana',
      null,
      statementLine.office,
    ]);
  });

  test('is named by when, which code and who', () => {
    expect(whenOf({ at: taken }, WINNIPEG)).toEqual({ day: 'Nov 6', time: '1:15 PM' });
    expect(lineName(line(taken), WINNIPEG)).toBe('Nov 6, 1:15 PM, RR-T8N•••, Dana');
    expect(lineName(line(taken, { clerk: null }), WINNIPEG)).toBe('Nov 6, 1:15 PM, RR-T8N•••');
  });
});

test('a figure has a minus, not a hyphen, and nothing has none', () => {
  expect([1200, 0, -0, -2].map(signed)).toEqual(['1,200', '0', '0', '−2']);
});

test('a seal stands in groups of four', () => {
  expect(sealGroups('5c1e08f7d2a9')).toEqual(['5c1e', '08f7', 'd2a9']);
});

test.each([
  ['2026-11', '2026-10', '2026-12'],
  ['2026-12', '2026-11', '2027-01'],
  ['2027-01', '2026-12', '2027-02'],
])('%s comes after %s and before %s', (month, before, after) => {
  expect(monthBefore(month)).toBe(before);
  expect(monthAfter(month)).toBe(after);
});

test.each([
  ['2026-11', 'November 2026', 'November 1 to 30, 2026', 'Dec 3'],
  ['2026-12', 'December 2026', 'December 1 to 31, 2026', 'Jan 3'],
  ['2028-02', 'February 2028', 'February 1 to 29, 2028', 'Mar 3'],
])('%s is called %s, has the days %s, and closes on %s', (month, name, days, closing) => {
  expect(formatYearMonth(month)).toBe(name);
  expect(formatMonthDays(month)).toBe(days);
  expect(formatClosingDay(month)).toBe(closing);
});

test('a month is named without its year where that goes without saying', () => {
  expect(formatMonthName('2026-11')).toBe('November');
});
