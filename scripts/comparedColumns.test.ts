import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { is, Table } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as schema from '#server/db/schema.ts';

const repository = path.resolve(import.meta.dirname, '..');

const tables = Object.entries(schema).filter(([, value]) => is(value, Table));

/** A comparison of two columns in the text of a template. */
const comparison = /\$\{(\w+)\.\w+\}\s*(?:[<>]=?|<>|=)\s*\$\{(\w+)\.\w+\}/g;

// In a query of one table, Drizzle writes a template's columns without their tables:
// `${students.participantId} = ${participants.id}` would then compare two columns of students.
test('columns of two tables are compared by eq(), which keeps the names of their tables', () => {
  const names = new Set(tables.map(([name]) => name));
  const files = globSync('src/**/*.ts', { cwd: repository });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    Array.from(readFileSync(path.join(repository, file), 'utf8').matchAll(comparison))
      .filter(([, one = '', other = '']) => one !== other && names.has(one) && names.has(other))
      .map(([match]) => `${file}: ${match}`),
  );
  expect(found).toEqual([]);
});
