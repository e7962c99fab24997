import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oddsTables } from './guessingOdds.ts';

/** A table's words, however its columns are aligned. */
const tidy = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-');

test.each(Object.entries(oddsTables()))(
  'docs/guessing.md has the %s that the limits in the code lead to',
  (_name, table) => {
    const document = readFileSync(new URL('../docs/guessing.md', import.meta.url), 'utf8');
    expect(tidy(document)).toContain(tidy(table));
  },
);
