// What a store redeemed, month by month.
import type { ReactNode } from 'react';
import { type Day, yearOf } from '#shared/dates.ts';
import { formatCount, formatMonth } from './formats.ts';

/** The page of a store's statements, for anybody who has its link. The console shows some of it, too. */
export const storeStatement = {
  /** Until the store's name is loaded. */
  heading: 'Statement',
  lead: 'Reward codes that the store redeemed, month by month',
  failed: 'Failed to load the statement',
  /** Follows "CSV". Screen readers read the full name instead. */
  forFrenchExcel: 'for Excel in French',
  csvForFrenchExcel: 'Statement, CSV for Excel in French',

  /** @param email the office's address. */
  notYours: (email: ReactNode) => <>A line is not yours? Write to the office: {email}.</>,
  closedForGood: 'A closed month never changes.',
  checkSeal: (command: ReactNode) => (
    <>To check its seal, save the CSV, not the one for Excel, and run {command}, which prints it.</>
  ),

  linkEnded: 'This link has ended',
  notHere: 'The statement is not here any more.',
  askAgain:
    'The office may have sent you a newer link, or this one was cut short. Please ask for it once more.',
};

/** A month of a store's statement: its heading, its totals, and earlier months. */
export const statementMonth = {
  /** The month of a day with its year: `November 2026`. */
  yearMonth: (day: Day) => `${formatMonth(day)} ${yearOf(day)}`,

  /** All days of the month that ends with this one: `November 1 to 30, 2026`. */
  monthDays: (last: Day) => `${formatMonth(last)} 1 to ${Number(last.slice(8))}, ${yearOf(last)}`,

  /** A month that stands outside a sentence, with or without its year. */
  standalone: (month: string) => month,

  month: 'Month',
  backTo: (yearMonthBefore: string) => `Back to ${yearMonthBefore}`,
  onTo: (yearMonthAfter: string) => `On to ${yearMonthAfter}`,
  nothingBefore: 'Nothing was redeemed before.',
  monthNotOver: (monthName: string) => `${monthName} is not over yet.`,
  openUntil: (day: string) => `Open until ${day}`,
  closedOn: (day: string) => `Closed ${day}`,
  lineCount: (count: number) => (count === 1 ? '1 line' : `${formatCount(count)} lines`),

  nothingRedeemed: (monthName: string) => `Nothing redeemed in ${monthName}`,
  linesAppearAtOnce: 'Each use of a reward code that the store takes appears here at once.',
  closedEmpty: 'The month closed without a line.',

  totalOf: (monthName: string) => `Total of ${monthName}`,
  redeemed: 'Redeemed',
  givenBack: 'Given back',
  net: 'Net',
  seal: 'Seal of this month',
  copySeal: 'Copy the seal',

  monthsBefore: 'Months before',
  /** Follows a month's figure for screen readers. */
  netForScreenReaders: ' net,',
  /** In a list of closed months. */
  closedOnInList: (day: string) => `closed ${day}`,
};

/** A store's statement on paper. */
export const statementSheet = {
  heading: 'Statement',
  openUntil: (day: string) => `Open until ${day}: lines may still come`,
  closedAt: (instant: string) => `Closed ${instant}`,

  nothingRedeemed: (monthName: string) => `Nothing was redeemed in ${monthName}.`,

  netUses: 'Net uses',
  footnote:
    'Codes are shown but for their last three characters. A use that is given back after a month has closed stands in the month in which that was done; a closed month never changes.',

  /** @param email the office's address. */
  notYours: (email: string) => `Something is not yours? Write to ${email}.`,
};

/** A line of a store's statement, on the screen and on paper. */
export const statementLine = {
  lines: 'Lines',

  date: 'Date',
  code: 'Code',
  clerk: 'Clerk',
  /** In place of the clerk's name, if the office gave the use back. */
  office: 'Office',
  entryKind: 'What',
  actions: 'Actions',
  uses: 'Uses',
  /** Before a line's figure, for screen readers. */
  usesForScreenReaders: 'Uses: ',

  /** A use that the store took. */
  redeemed: 'Redeemed',
  /** Follows `redeemed` if the use was given back. */
  givenBackOn: (when: string) => `, given back ${when}`,

  /** A use that was given back. */
  givenBack: 'Given back',
  /** Follows `givenBack`. The parameter is when the use was taken. */
  takenOn: (when: string) => `, of ${when}`,
};
