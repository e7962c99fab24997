import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { is, Table } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as schema from '#server/db/schema.ts';

const repository = path.resolve(import.meta.dirname, '..');

const tables = Object.entries(schema).filter(([, value]) => is(value, Table));

/** A column in the text of a template beside another one's. */
const compared = /\$\{(\w+)\.\w+\}\s*(?:[<>]=?|<>|=)\s*\$\{(\w+)\.\w+\}/g;

// Drizzle writes no table's name before a column that stands in the template itself, where all is selected from one table:
// `${students.participantId} = ${participants.id}` compares two columns of students then, whoever the participant is.
test('columns of two tables are compared by eq(), which keeps the names of their tables', () => {
  const names = new Set(tables.map(([name]) => name));
  const files = globSync('src/**/*.ts', { cwd: repository });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    Array.from(readFileSync(path.join(repository, file), 'utf8').matchAll(compared))
      .filter(([, one = '', other = '']) => one !== other && names.has(one) && names.has(other))
      .map(([comparison]) => `${file}: ${comparison}`),
  );
  expect(found).toEqual([]);
});
