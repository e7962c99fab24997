// A store's account of a month. A month closes on the 3rd of the next and never changes: what is given back later is a
// line of the month in which that was done (beyond, section 4).

/** The day of the next month with whose beginning a month closes. */
export const CLOSING_DAY = 3;

/** Where a store's link to its own statements leads, before its token. */
export const STATEMENT_LINK_PATH = '/statement/';

/** What a store's account of a month is called as a file: `statement-main-street-thrift-2026-11.csv`. */
export function fileNameOf({ id, name }: { id: number; name: string }, month: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `statement-${slug || `partner-${id}`}-${month}.csv`;
}
