import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** Whether a lower-case text column has a text in it anywhere, in either case; undefined without a text. */
export function containing(column: AnyColumn | SQL, text: string | undefined): SQL | undefined {
  return text ? sql`${column} like ${`%${literally(text.toLowerCase())}%`}` : undefined;
}

/** Whether a text column begins with a text, which must be in the column's own case. */
export function startingWith(column: AnyColumn | SQL, text: string): SQL {
  return sql`${column} like ${`${literally(text)}%`}`;
}

function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

const TRIGRAM = 3;

/**
 * Whether a column is among the ids that a search for a text found, for use beside an OR. As an array they
 * can be looked up in the column's index, which a plain IN (select …) cannot; but a text too short for
 * trigrams finds so many that one pass over the rows with a hash of them is quicker.
 */
export function amongFound(column: AnyColumn, found: SQL, text: string): SQL {
  return text.length < TRIGRAM ? sql`${column} in (${found})` : sql`${column} = any(array(${found}))`;
}
