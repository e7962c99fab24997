import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** The pattern of what has a text in it anywhere, in lower case. */
export function anywhere(text: string): string {
  return `%${literally(text.toLowerCase())}%`;
}

/** The pattern of what begins with a text, in upper case as donor IDs are. */
export function startOfId(text: string): string {
  return `${literally(text.toUpperCase())}%`;
}

/** The number of a row that a text is, `118` or `#118`, or 0, which no row has. */
export function numberIn(text: string): number {
  return Number(/^#?(\d{1,9})$/.exec(text)?.[1] ?? 0);
}

/** Whether a text column, in the pattern's case, is like a pattern. */
export function like(column: AnyColumn | SQL, pattern: string): SQL {
  return sql`${column} like ${pattern}`;
}

function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
