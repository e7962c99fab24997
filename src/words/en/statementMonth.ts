// A month of a store's statement: its head, what it comes to, and the months before.
import { type Day, yearOf } from '#shared/dates.ts';
import { formatMonth } from './dates.ts';
import { formatCount } from './numbers.ts';

/** The month of a day with its year: `November 2026`. */
export const yearMonth = (day: Day) => `${formatMonth(day)} ${yearOf(day)}`;

/** All days of the month that ends with this one: `November 1 to 30, 2026`. */
export const monthDays = (last: Day) => `${formatMonth(last)} 1 to ${Number(last.slice(8))}, ${yearOf(last)}`;

/** A month as it stands alone, with or without its year. */
export const alone = (month: string) => month;

export const month = 'Month';
export const backTo = (yearMonthBefore: string) => `Back to ${yearMonthBefore}`;
export const onTo = (yearMonthAfter: string) => `On to ${yearMonthAfter}`;
export const nothingBefore = 'Nothing was redeemed before.';
export const notOver = (monthName: string) => `${monthName} is not over yet.`;
export const openUntil = (day: string) => `Open until ${day}`;
export const closedOn = (day: string) => `Closed ${day}`;
export const lineCount = (count: number) => (count === 1 ? '1 line' : `${formatCount(count)} lines`);

export const nothingRedeemed = (monthName: string) => `Nothing redeemed in ${monthName}`;
export const standsAtOnce = 'Each use that the store takes of a reward code stands here at once.';
export const closedEmpty = 'The month closed without a line.';

export const totalOf = (monthName: string) => `Total of ${monthName}`;
export const redeemed = 'Redeemed';
export const givenBack = 'Given back';
export const net = 'Net';
export const seal = 'Seal of this month';
export const copySeal = 'Copy the seal';

export const monthsBefore = 'Months before';
export const redeemedAndGivenBack = (redeemedUses: number, givenBackUses: number) =>
  `${redeemedUses} redeemed, ${givenBackUses} given back`;
/** After a month's figure, to be heard. */
export const netHeard = ' net,';
/** In a list of closed months. */
export const closedOnInList = (day: string) => `closed ${day}`;
/** Before the first letters of a seal, to be heard. */
export const sealBegins = ', its seal begins with ';
