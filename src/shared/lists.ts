import { z } from 'zod';
import { isDay } from './dates.ts';
import { asciiDigits } from './digits.ts';
import { atMost, ok, rowIdParameter, tidyText } from './fields.ts';
import { lengths } from './lengths.ts';

/** Rows of a page of the console by default. */
export const PAGE_SIZE = 50;

const wholeNumber = z.coerce.number({ error: 'Please give a whole number' });

/** The part of a list: `limit` rows from `offset` on. */
export const paging = {
  limit: wholeNumber.int().min(1, 'limit is 1 to 200').max(200, 'limit is 1 to 200').default(PAGE_SIZE),
  offset: wholeNumber.int().min(0, 'offset is 0 or more').max(2_147_483_647).default(0),
};

/** One page of a list, with the total number of rows. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ ok, items: z.array(row), total: z.int(), limit: z.int(), offset: z.int() });
}

/** The text of a search box. Blank: no search. */
export const searchText = z
  .string('Please give one text')
  .overwrite(tidyText)
  .max(lengths.search, atMost(lengths.search))
  .transform((text) => asciiDigits(text.replaceAll('\0', '')))
  .optional();

/** A day in a filter. Blank: no limit. */
export const filterDay = z
  .union([z.literal(''), z.string().refine(isDay, 'Please enter a valid date')], {
    error: 'Please enter a valid date',
  })
  .optional()
  .transform((day) => day || undefined);

/** The number of a row in a filter. Blank: any. */
export const filterRow = z
  .union([z.literal('').transform(() => undefined), rowIdParameter], { error: 'Please give a whole number' })
  .optional();

/** Query of every CSV file. */
export const csvFile = {
  separator: z
    .enum(['comma', 'semicolon'], 'Please choose comma or semicolon')
    .optional()
    .describe('Between two cells. Spreadsheets in French part cells at semicolons'),
};

export type CsvSeparator = NonNullable<z.output<(typeof csvFile)['separator']>>;
