import { expect, test } from 'vitest';
import {
  formatClosingDay,
  formatMonthDays,
  formatMonthName,
  formatYearMonth,
  monthAfter,
  monthBefore,
} from './months.ts';

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
