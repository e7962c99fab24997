import { readFileSync } from 'node:fs';
import { getTableColumns } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as schema from '#server/db/schema.ts';

const lines = readFileSync('docs/privacy.md', 'utf8').split('\n');

const names = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

const rows = lines
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, table = '', columns = ''] = line.split('|');
    return { table: names(table)[0], columns: names(columns).toSorted() };
  });

/** The columns and tables that the document itself lists as left out. */
const leftOut = names(lines.find((line) => line.startsWith('Left out here')) ?? '');

test('docs/privacy.md names every table and column, and no other', () => {
  expect(leftOut).toEqual(['id', 'createdAt', 'searchText', 'settings', 'siteKey', 'statements', 'backups']);
  const expected = Object.entries(schema).flatMap(([table, of]) => {
    if (!(of instanceof PgTable) || leftOut.includes(table)) return [];
    const columns = Object.keys(getTableColumns(of)).filter((column) => !leftOut.includes(column));
    return [{ table, columns: columns.toSorted() }];
  });
  const byTable = (one: { table?: string | undefined }, other: { table?: string | undefined }) =>
    String(one.table).localeCompare(String(other.table));
  expect(rows.toSorted(byTable)).toEqual(expected.toSorted(byTable));
});
