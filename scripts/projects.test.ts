// The projects that `npm run typecheck` goes through: each file is in one, and each knows only what is there where it runs.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const repository = path.resolve(import.meta.dirname, '..');
const projects = globSync('tsconfig.*.json', { cwd: repository });

const compile = (folder: string, project: string, ...options: string[]) =>
  spawnSync(
    process.execPath,
    [path.join(repository, 'node_modules/typescript/bin/tsc'), '--project', project, ...options],
    { cwd: folder, encoding: 'utf8' },
  ).stdout.trimEnd();

describe('the projects', () => {
  let files: Map<string, string[]>;

  beforeAll(() => {
    const filesOf = (project: string) =>
      compile(repository, project, '--listFilesOnly')
        .split('\n')
        .map((file) => path.relative(repository, file));
    files = new Map(projects.map((project) => [project, filesOf(project)]));
  });

  test('are all named by tsconfig.json', () => {
    const text = readFileSync(path.join(repository, 'tsconfig.json'), 'utf8');
    for (const project of projects) expect(text).toContain(`{ "path": "./${project}" }`);
  });

  test('have every source file among them', () => {
    const sources = globSync(['*.ts', '{bench,deploy,e2e,scripts,src,trials}/**/*.{ts,tsx}'], {
      cwd: repository,
    });
    const checked = new Set([...files.values()].flat());
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((file) => !checked.has(file))).toEqual([]);
  });

  // A package's own types may bring them along.
  test.each(['tsconfig.shared.json', 'tsconfig.server.json'])('%s has no types of pages', (project) => {
    expect(files.get(project)?.filter((file) => path.basename(file) === 'lib.dom.d.ts')).toEqual([]);
  });

  test.each(['tsconfig.shared.json', 'tsconfig.browser.json'])('%s has no types of Node', (project) => {
    expect(files.get(project)?.filter((file) => file.includes(path.join('@types', 'node')))).toEqual([]);
  });
});

describe('a file', () => {
  const refused: [file: string, value: string, sentence: string][] = [
    ['src/server/pages.ts', 'document.title', "Cannot find name 'document'"],
    ['src/features/bins/server.ts', 'document.title', "Cannot find name 'document'"],
    ['src/features/bins/server.test.ts', 'document.title', "Cannot find name 'document'"],
    ['src/features/admins/adminCommand.ts', 'document.title', "Cannot find name 'document'"],
    ['scripts/test.ts', 'document.title', "Cannot find name 'document'"],
    ['src/web/boot.ts', 'process.pid', "Cannot find name 'process'"],
    ['src/features/bins/BinsPage.tsx', 'process.pid', "Cannot find name 'process'"],
    ['src/features/bins/useBins.ts', 'process.pid', "Cannot find name 'process'"],
    ['src/shared/dates.ts', 'document.title', "Cannot find name 'document'"],
    ['src/shared/weights.ts', 'process.pid', "Cannot find name 'process'"],
    ['src/features/bins/contract.ts', 'document.title', "Cannot find name 'document'"],
    ['src/features/bins/rules.ts', 'process.pid', "Cannot find name 'process'"],
  ];
  const allowed: [file: string, value: string][] = [
    ['src/server/main.ts', 'process.pid'],
    ['src/web/main.tsx', 'document.title'],
    ['e2e/pictures.ts', '[process.pid, document.title]'],
  ];
  let folder: string;
  let errors: string[];

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'projects-'));
    symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    for (const file of ['package.json', 'tsconfig.json', ...projects]) {
      cpSync(path.join(repository, file), path.join(folder, file));
    }
    for (const [file, value] of [...refused, ...allowed]) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), `export const planted = ${value};\n`);
    }
    errors = projects.flatMap((project) => compile(folder, project).split('\n'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const errorsIn = (file: string) => errors.filter((error) => error.startsWith(`${file}(`));

  test.each(refused)('%s is refused %s', (file, _value, sentence) => {
    expect(errorsIn(file)).toContainEqual(expect.stringContaining(sentence));
  });

  test.each(allowed)('%s may use %s', (file) => {
    expect(errorsIn(file)).toEqual([]);
  });
});
