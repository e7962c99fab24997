import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { find, groups } from '../src/commands.ts';
import { SMALL_HEAP } from '#server/backup/giveWay.ts';

const repository = path.resolve(import.meta.dirname, '..');
const text = readFileSync(path.join(repository, 'package.json'), 'utf8');
const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
/** npm runs `prestart` before `start`: nobody types it. */
const typed = Object.entries(scripts).filter(
  ([name]) => !scripts[name.replace(/^pre/, '')] || !name.startsWith('pre'),
);
const listed = Object.values(groups).flatMap((group) => Object.entries(group));

// `exec` is built into sh; for Windows it is exec.cmd.
test.each(Object.entries(scripts))(
  'npm run %s needs no more of a shell than to find a program: %s',
  (_name, script) => {
    expect(script).toMatch(/^(exec )?[a-z][a-z-]*( [\w./:=-]+)*$/);
  },
);

test('npm run help names every script that a person may type, once, and none that there is not', () => {
  expect(listed.map(([name]) => name).toSorted()).toEqual(typed.map(([name]) => name).toSorted());
});

test.each(listed.filter(([name, entry]) => typeof entry === 'function' || name === 'help'))(
  'npm run %s is run by the one entry point',
  (name) => {
    const options = name === 'backup' ? SMALL_HEAP.map((option) => `${option} `).join('') : '';
    expect(scripts[name]).toBe(`exec node ${options}src/command.ts ${name}`);
  },
);

test.each(typed)('npm run help has the options of %s: %s', async (name, script) => {
  const words = script.split(' ');
  const file = words.find((word) => /\.(ts|js)$/.test(word) && existsSync(path.join(repository, word)));
  const { summary, usage } = (await find(name)) ?? {};
  expect(summary).toMatch(/^\S.*\.$/);
  if (file === undefined || file.startsWith('src/') || file.startsWith('dist/')) return;
  // What the script itself chooses nobody types.
  if (words.at(-1) !== file) return;
  const source = readFileSync(path.join(repository, file), 'utf8');
  // By parseArgs, or as scripts/test.ts takes its one.
  const taken = source.matchAll(/\b([\w-]+)'?: \{ type: '(?:string|boolean)'|`--([\w-]+)=/g);
  const options = new Set([...taken].map(([, parsed, compared]) => parsed ?? compared ?? ''));
  expect([...new Set(usage?.match(/(?<=--)[a-z][\w-]*(?==)/g))].toSorted()).toEqual([...options].toSorted());
});
