import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const repository = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const slashed = (file: string) => file.replaceAll(path.sep, '/');

/** Everything that a document may name, folders with a slash behind them. */
const named = globSync('**', {
  cwd: repository,
  exclude: ['data', 'dist', 'node_modules', 'test-results'],
  withFileTypes: true,
}).map(
  (entry) =>
    slashed(path.relative(repository, path.join(entry.parentPath, entry.name))) +
    (entry.isDirectory() ? '/' : ''),
);
const folders = named.filter((file) => /^[^/]+\/$/.test(file));
const documents = named.filter((file) => file.endsWith('.md'));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const proseOf = (text: string) => text.replaceAll(/^```.*?^```/gms, '');
const headingsOf = (text: string) =>
  [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Whether there is such a file or folder; the places above it may be left out, and NAME, Something and * stand for any name. */
function isThere(name: string): boolean {
  const pattern = name.replaceAll('.', '\\.').replaceAll(/NAME|Something|\*/g, '[^/]+');
  const ending = new RegExp(`(^|/)${pattern}$`);
  return named.some((file) => ending.test(file));
}

describe.each(documents)('%s', (document) => {
  const text = read(document);
  const prose = proseOf(text);
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

  test('links to what is there', () => {
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file = '', heading] = link.split('#');
      const target = file ? slashed(path.join(path.dirname(document), file)) : document;
      if (!named.includes(target)) return true;
      return heading !== undefined && !headingsOf(read(target)).includes(heading);
    });
    expect(broken).toEqual([]);
  });

  test('names files and folders that are there', () => {
    const names = spans.filter(
      (span) =>
        /^[\w*][\w.*/-]*\.(tsx?|mjs|md|sql|css|cmd)$/.test(span) ||
        (/^[\w.*/-]+$/.test(span) && folders.some((folder) => span.startsWith(folder))),
    );
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });

  test('names scripts of package.json', () => {
    const names = [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('documents are found', () => {
  expect(documents.length).toBeGreaterThan(15);
});
