/**
 * The pages that are documents of their own, without the app's router and schemas: each with the entry of the
 * build that brings it to life.
 */
export const documentEntries: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/log': 'log',
  '/redeem': 'redeem',
};

/** The parts of a query by which a document looks another way even before it has come alive. */
const shownParts: Readonly<Record<string, readonly string[]>> = { '/log': ['bin', 'location'] };

/** Those of them that an address's query has, with a space between; `data-query` of the document says so. */
export function shownQuery(path: string, query: URLSearchParams): string {
  const parts = shownParts[path] ?? [];
  return parts.filter((part) => query.get(part)?.trim()).join(' ');
}

/** Every answer that `shownQuery` has for a path: the build makes a document for each. */
export function shownQueries(path: string): string[] {
  const queries = [''];
  for (const part of shownParts[path] ?? [])
    queries.push(...queries.map((query) => `${query} ${part}`.trim()));
  return queries;
}
