import { z } from 'zod';

/** What every file of comma-separated values may be asked for with. */
export const csvFile = {
  separator: z
    .enum(['comma', 'semicolon'], 'Please choose comma or semicolon')
    .optional()
    .describe('Between two cells. Spreadsheets in French part cells at semicolons'),
};

export type CsvSeparator = NonNullable<z.output<(typeof csvFile)['separator']>>;
