import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, 'fr');
/** What the server writes to people. */
const mails = path.resolve(import.meta.dirname, '../features/mail/mailWords.fr.ts');

/** The texts of a file, each with its line. What stands around an expression within a text are texts of their own. */
function textsOf(file: string): { at: string; text: string; goesOn: boolean }[] {
  const source = readFileSync(path.resolve(folder, file), 'utf8');
  const texts: { at: string; text: string; goesOn: boolean }[] = [];
  const add = (start: number, text: string, goesOn = false) =>
    texts.push({ at: `${file}:${source.slice(0, start).split('\n').length}`, text, goesOn });
  const { program } = parseSync(file, source);
  // The English that a French sentence stands beside.
  const keys = new Set<number>();
  new Visitor({
    Property: ({ key }) => void keys.add(key.start),
    Literal: ({ start, value }) => void (typeof value === 'string' && !keys.has(start) && add(start, value)),
    TemplateLiteral: ({ quasis }) => {
      for (const [index, { start, value }] of quasis.entries()) add(start, value.cooked ?? '', index > 0);
    },
    JSXText: ({ start, value }) => void add(start, value),
  }).visit(program);
  return texts;
}

const mistakes = [
  { name: 'a space that breaks before a mark', pattern: /[ \n][:;!?%»]/ },
  { name: 'no space before a mark', pattern: /[\p{L}\p{N}»)][:;!?%»]/u },
  { name: 'a space that breaks after «, or none', pattern: /«(?!\u00a0)/ },
  { name: 'a straight apostrophe', pattern: /\p{L}'/u },
];

const texts = [...readdirSync(folder), mails].flatMap(textsOf);

test('French texts are found', () => {
  expect(texts.filter(({ text }) => /\p{L}{3} \p{L}/u.test(text)).length).toBeGreaterThan(100);
});

test.each(mistakes)('in French there is never $name', ({ pattern }) => {
  expect(texts.filter(({ text }) => pattern.test(text))).toEqual([]);
});

test('in French a mark after what a sentence takes has its space, too', () => {
  expect(texts.filter(({ text, goesOn }) => goesOn && /^[:;!?%»]/.test(text))).toEqual([]);
});
