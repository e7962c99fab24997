import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const repository = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const slashed = (file: string) => file.replaceAll(path.sep, '/');

/** All paths of the repository. Folders end with a slash. */
const paths = globSync('**', {
  cwd: repository,
  exclude: ['data', 'dist', 'node_modules', 'test-results'],
  withFileTypes: true,
}).map(
  (entry) =>
    slashed(path.relative(repository, path.join(entry.parentPath, entry.name))) +
    (entry.isDirectory() ? '/' : ''),
);
const folders = paths.filter((file) => /^[^/]+\/$/.test(file));
const documents = paths.filter((file) => file.endsWith('.md'));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const proseOf = (text: string) => text.replaceAll(/^```.*?^```/gms, '');
const headingsOf = (text: string) =>
  [...proseOf(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Whether a file or folder exists. Its parents may be left out, and NAME, Something and * stand for any name. */
function exists(name: string): boolean {
  const pattern = name.replaceAll('.', '\\.').replaceAll(/NAME|Something|\*/g, '[^/]+');
  const ending = new RegExp(`(^|/)${pattern}$`);
  return paths.some((file) => ending.test(file));
}

describe.each(documents)('%s', (document) => {
  const text = read(document);
  const prose = proseOf(text);
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

  test('links to existing files and headings', () => {
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file = '', heading] = link.split('#');
      const target = file ? slashed(path.join(path.dirname(document), file)) : document;
      if (!paths.includes(target)) return true;
      return heading !== undefined && !headingsOf(read(target)).includes(heading);
    });
    expect(broken).toEqual([]);
  });

  test('names existing files and folders', () => {
    const names = spans.filter(
      (span) =>
        /^[\w*][\w.*/-]*\.(tsx?|mjs|md|sql|css|cmd)$/.test(span) ||
        (/^[\w.*/-]+$/.test(span) && folders.some((folder) => span.startsWith(folder))),
    );
    expect(names.filter((name) => !exists(name))).toEqual([]);
  });

  test('names scripts of package.json', () => {
    const names = [...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('documents are found', () => {
  expect(documents.length).toBeGreaterThan(15);
});
