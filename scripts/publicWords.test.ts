import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../src');

type Node = ReturnType<typeof parseSync>['program'];

/** Reads a source file: its syntax, and the files of pages that it imports, by path below `src`. */
function read(file: string): { program: Node; imports: string[] } {
  const { program } = parseSync(file, readFileSync(path.join(source, file), 'utf8'));
  const imports: string[] = [];
  const add = (name: string) => {
    const found = name.startsWith('./') ? path.posix.join(path.posix.dirname(file), name) : name.slice(1);
    if (/^[.#]/.test(name) && /^(web|features)\/.*\.tsx?$/.test(found)) imports.push(found);
  };
  new Visitor({
    ImportDeclaration: ({ importKind, source: { value } }) => void (importKind !== 'type' && add(value)),
    ExportNamedDeclaration: ({ exportKind, source: from }) =>
      void (from && exportKind !== 'type' && add(from.value)),
    ImportExpression: ({ source: from }) =>
      void (from.type === 'Literal' && typeof from.value === 'string' && add(from.value)),
  }).visit(program);
  return { program, imports };
}

const consolePages = /^\s+(?:console\w*|adminLogin): \(\) => import\('#(.+)'\)/gm;

/** Files that only admins and volunteers see, in English: the console's pages, its entry screen and its errors. */
const consoleOnly = new Set([
  ...[...readFileSync(path.join(source, 'web/routes.tsx'), 'utf8').matchAll(consolePages)].map(
    ([, file = '']) => file,
  ),
  'web/console/ConsoleEntryScreen.tsx',
  'web/console/ConsoleError.tsx',
]);

/** Messages of schemas and rules are translated when shown: see `formMessages.test.ts` and `language.test.ts`. */
const isTranslatedLater = (file: string) => /\/(contract|rules)\.ts$/.test(file);

function readPublicFiles(): Map<string, Node> {
  const found = new Map<string, Node>();
  const queue = ['web/main.tsx'];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file) || consoleOnly.has(file) || isTranslatedLater(file)) continue;
    const { program, imports } = read(file);
    found.set(file, program);
    queue.push(...imports);
  }
  return found;
}

/** Attributes whose text a person reads or hears. */
const textAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'content',
  'description',
  'hint',
  'label',
  'labelNote',
  'message',
  'pendingLabel',
  'placeholder',
  'submitLabel',
  'text',
  'title',
]);

/** Texts that are the same in both languages, or only for machines. */
const sameInBoth = new Set([
  'ReRound',
  'CSV',
  'sha256sum',
  'noindex',
  'Gold Giver',
  'Green Giver',
  'RR-ABC123',
]);

const hasWord = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/&\w+;/g, ''));

/** Two words, the first with a capital, unlike CSS classes, keys and names. */
const isSentence = (text: string) => /^\p{Lu}[\p{L}’']*,? \p{L}/u.test(text);

function textsOf(file: string, program: Node): string[] {
  const texts: string[] = [];
  const unshownStarts = new Set<number>();
  const add = (text: string) => {
    if (!sameInBoth.has(text.trim())) texts.push(`${file}: ${text.trim()}`);
  };
  new Visitor({
    JSXText: ({ value }) => void (hasWord(value) && add(value)),
    JSXAttribute: ({ name, value }) => {
      if (value?.type !== 'Literal' || name.type !== 'JSXIdentifier' || typeof value.value !== 'string')
        return;
      if (textAttributes.has(name.name) && hasWord(value.value)) add(value.value);
      unshownStarts.add(value.start);
    },
    NewExpression: ({ arguments: given }) => {
      for (const { start } of given) unshownStarts.add(start);
    },
    Literal: ({ start, value }) =>
      void (typeof value === 'string' && !unshownStarts.has(start) && isSentence(value) && add(value)),
    TemplateLiteral: ({ start, quasis }) => {
      const text = quasis.map(({ value }) => value.cooked).join('…');
      if (!unshownStarts.has(start) && isSentence(text)) add(text);
    },
  }).visit(program);
  return texts;
}

test('pages for visitors, donors, clerks and stores have their words from the catalogue', () => {
  const files = readPublicFiles();
  expect(files.size).toBeGreaterThan(100);
  expect([...files].flatMap(([file, program]) => textsOf(file, program))).toEqual([]);
});
