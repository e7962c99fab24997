import { MOST_COUNTED } from '#shared/lists.ts';
import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm';

/** The pattern of what has a text in it anywhere, in lower case; none without a text. */
export function anywhere(text: string): string;
export function anywhere(text: string | undefined): string | undefined;
export function anywhere(text: string | undefined): string | undefined {
  return text ? `%${literally(text.toLowerCase())}%` : undefined;
}

/** The pattern of what begins with a text, in upper case as donor IDs are. */
export function startOfId(text: string): string {
  return `${literally(text.toUpperCase())}%`;
}

/** The number of a row that a text is, `118` or `#118`, or 0, which no row has. */
export function numberIn(text: string): number {
  return Number(/^#?(\d{1,9})$/.exec(text)?.[1] ?? 0);
}

/** A pattern itself, or its place in a prepared query. */
export type Pattern = string | Placeholder;

/** Whether a text column, in the pattern's case, is like a pattern. */
export function like(column: AnyColumn | SQL, pattern: Pattern): SQL {
  return sql`${column} like ${pattern}`;
}

function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

const TRIGRAM = 3;

/** How a text is best looked for: through the indexes of trigrams, or in one pass over all rows with a hash of what it means. */
export type Search = 'none' | 'hashed' | 'indexed';

/** One too short for trigrams finds so much that an index is of no use. */
export function searchFor(text: string | undefined): Search {
  if (!text) return 'none';
  return text.length < TRIGRAM ? 'hashed' : 'indexed';
}

/** How all of what a text finds is best read in batches, where it is so much: a hash is made for each, but compares each row once. */
export function searchForAll(text: string | undefined, found: number): Search {
  return text && found > MOST_COUNTED ? 'hashed' : searchFor(text);
}

/**
 * Whether a column is among the ids that a search for a text found, for use beside an OR. As an array they
 * can be looked up in the column's index, which a plain IN (select …) cannot; but where they are very many
 * one pass over the rows with a hash of them is quicker.
 */
export function amongFound(column: AnyColumn, found: SQL, search: Search): SQL {
  return search === 'hashed' ? sql`${column} in (${found})` : sql`${column} = any(array(${found}))`;
}
