import { readFileSync } from 'node:fs';
import { getTableColumns } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as schema from '#server/db/schema.ts';

const rows = readFileSync('docs/privacy.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, table = '', columns = ''] = line.split('|');
    const names = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    return { table: names(table)[0], columns: names(columns).toSorted() };
  });

test('docs/privacy.md names every table and column, and no other', () => {
  const kept = Object.entries(schema).flatMap(([table, of]) =>
    of instanceof PgTable ? [{ table, columns: Object.keys(getTableColumns(of)).toSorted() }] : [],
  );
  const byTable = (one: { table?: string | undefined }, other: { table?: string | undefined }) =>
    String(one.table).localeCompare(String(other.table));
  expect(rows.toSorted(byTable)).toEqual(kept.toSorted(byTable));
});
