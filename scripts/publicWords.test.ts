import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../src');

type Node = ReturnType<typeof parseSync>['program'];

/** A file of the source as its syntax, and which files of pages it imports, each by its path below `src`. */
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

/** What only admins and volunteers see, who read English: the console's pages, and its own entry screen and error screen. */
const consoleOnly = new Set([
  ...[...readFileSync(path.join(source, 'web/routes.tsx'), 'utf8').matchAll(consolePages)].map(
    ([, file = '']) => file,
  ),
  'web/console/ConsoleEntryScreen.tsx',
  'web/console/ConsoleError.tsx',
]);

/** What schemas and rules say is translated as it is said: see `formMessages.test.ts` and `language.test.ts`. */
const isTranslatedLater = (file: string) => /\/(contract|rules)\.ts$/.test(file);

function reachable(): Map<string, Node> {
  const found = new Map<string, Node>();
  const ahead = ['web/main.tsx'];
  for (let file = ahead.pop(); file !== undefined; file = ahead.pop()) {
    if (found.has(file) || consoleOnly.has(file) || isTranslatedLater(file)) continue;
    const { program, imports } = read(file);
    found.set(file, program);
    ahead.push(...imports);
  }
  return found;
}

/** What a person reads or hears of an element. */
const spoken = new Set([
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

/** The same in both languages, or told to machines alone. */
const asItIs = new Set(['ReRound', 'CSV', 'sha256sum', 'noindex', 'Gold Giver', 'Green Giver', 'RR-ABC123']);

const hasWord = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/&\w+;/g, ''));

/** Two words of which the first has a capital: no class, no key, no name of anything. */
const isSentence = (text: string) => /^\p{Lu}[\p{L}’']*,? \p{L}/u.test(text);

function textsOf(file: string, program: Node): string[] {
  const texts: string[] = [];
  const forNobody = new Set<number>();
  const add = (text: string) => {
    if (!asItIs.has(text.trim())) texts.push(`${file}: ${text.trim()}`);
  };
  new Visitor({
    JSXText: ({ value }) => void (hasWord(value) && add(value)),
    JSXAttribute: ({ name, value }) => {
      if (value?.type !== 'Literal' || name.type !== 'JSXIdentifier' || typeof value.value !== 'string')
        return;
      if (spoken.has(name.name) && hasWord(value.value)) add(value.value);
      forNobody.add(value.start);
    },
    NewExpression: ({ arguments: given }) => {
      for (const { start } of given) forNobody.add(start);
    },
    Literal: ({ start, value }) =>
      void (typeof value === 'string' && !forNobody.has(start) && isSentence(value) && add(value)),
    TemplateLiteral: ({ start, quasis }) => {
      const text = quasis.map(({ value }) => value.cooked).join('…');
      if (!forNobody.has(start) && isSentence(text)) add(text);
    },
  }).visit(program);
  return texts;
}

test('pages for visitors, donors, clerks and stores have their words from the catalogue', () => {
  const files = reachable();
  expect(files.size).toBeGreaterThan(100);
  expect([...files].flatMap(([file, program]) => textsOf(file, program))).toEqual([]);
});
