import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, 'fr');
/** What the server writes to people: the French of each kind of mail stands beside its English, as `fr`. */
const mailKinds = path.resolve(import.meta.dirname, '../features/mail/serverKinds.ts');
const mailPhrases = path.resolve(import.meta.dirname, '../features/mail/serverPhrases.fr.ts');

/** The texts of a file, each with its line. What stands around an expression within a text are texts of their own. */
function textsOf(file: string): { at: string; text: string; goesOn: boolean }[] {
  const source = readFileSync(path.resolve(folder, file), 'utf8');
  const texts: { at: string; text: string; goesOn: boolean }[] = [];
  const french: { start: number; end: number }[] = [];
  const add = (start: number, text: string, goesOn = false) => {
    if (file === mailKinds && !french.some((part) => part.start < start && start < part.end)) return;
    texts.push({ at: `${file}:${source.slice(0, start).split('\n').length}`, text, goesOn });
  };
  const { program } = parseSync(file, source);
  // The English that a French sentence stands beside.
  const keys = new Set<number>();
  new Visitor({
    Property: ({ key, start, end }) => {
      keys.add(key.start);
      if (key.type === 'Identifier' && key.name === 'fr') french.push({ start, end });
    },
    Literal: ({ start, value }) => void (typeof value === 'string' && !keys.has(start) && add(start, value)),
    TemplateLiteral: ({ quasis }) => {
      for (const [index, { start, value }] of quasis.entries()) add(start, value.cooked ?? '', index > 0);
    },
    JSXText: ({ start, value }) => add(start, value),
  }).visit(program);
  return texts;
}

const mistakes = [
  { name: 'a space that breaks before a mark', pattern: /[ \n][:;!?%»]/ },
  { name: 'no space before a mark', pattern: /[\p{L}\p{N}»)][:;!?%»]/u },
  { name: 'a space that breaks after «, or none', pattern: /«(?!\u00a0)/ },
  { name: 'a straight apostrophe', pattern: /\p{L}'/u },
];

const texts = [...readdirSync(folder), mailPhrases, mailKinds].flatMap(textsOf);

test('French texts are found', () => {
  expect(texts.filter(({ text }) => /\p{L}{3} \p{L}/u.test(text)).length).toBeGreaterThan(100);
  const ofMails = texts.filter(({ at }) => at.startsWith(mailKinds)).map(({ text }) => text);
  expect(ofMails).toContain('Don inscrit, merci');
  expect(ofMails).not.toContain('Donation logged, thank you');
});

test.each(mistakes)('in French there is never $name', ({ pattern }) => {
  expect(texts.filter(({ text }) => pattern.test(text))).toEqual([]);
});

test('in French a mark after an inserted value has its space, too', () => {
  expect(texts.filter(({ text, goesOn }) => goesOn && /^[:;!?%»]/.test(text))).toEqual([]);
});
