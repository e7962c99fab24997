import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand as runHere } from '#server/commandLine.ts';
import { runCommand, runNode } from '#server/testing/process.ts';
import { commands, help } from './commands.ts';

const MINUTES = 60_000;

const printed = { log: '', error: '' };

beforeEach(() => {
  for (const stream of ['log', 'error'] as const) {
    printed[stream] = '';
    vi.spyOn(console, stream).mockImplementation((text: unknown) => {
      printed[stream] += `${String(text)}\n`;
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function commandNamed(name: string) {
  const load = commands[name];
  if (!load) throw new Error(`${name} is no command.`);
  return (await load()).command;
}

test.each(Object.keys(commands))(
  '%s says after --help how it is called, and so it does when called otherwise',
  async (name) => {
    const command = await commandNamed(name);
    for (const line of command.usage.split('\n').filter((text) => text.startsWith('npm'))) {
      expect(line).toMatch(new RegExp(`^npm run ${name}( -- \\S.*)? {2,}\\S`));
    }
    expect(await runHere(command, ['--help'])).toBe(0);
    expect(printed).toEqual({ log: `${command.summary}\n\n${command.usage}\n`, error: '' });
    for (const wrong of [['--no-such-option'], ['one', 'two', 'three', 'four']]) {
      Object.assign(printed, { log: '', error: '' });
      expect(await runHere(command, wrong)).toBe(2);
      expect(printed.log).toBe('');
      expect(printed.error).toContain(`\n\n${command.usage}\n`);
      expect(printed.error.split('\n')[0]).toContain(wrong.join(' '));
    }
  },
);

test.each([
  ['admin', ['add', 'robin', 'boss'], 'boss is no role: admin or volunteer.'],
  ['admin', ['role', 'robin', 'boss'], 'boss is no role: admin or volunteer.'],
  ['admin', ['off', 'robin', 'admin'], 'Not understood: off robin admin'],
  ['admin', ['role', 'robin'], 'Not understood: role robin'],
  ['mail', ['test', 'robin@example.ca', 'de'], 'Not understood: test robin@example.ca de'],
  ['key', ['new', '--fast'], "Unknown option '--fast'."],
  ['backup', [], null],
])('npm run %s %j: what was not understood stands before the usage', async (name, given, sentence) => {
  const command = await commandNamed(name);
  expect(await runHere(command, given)).toBe(2);
  const said = sentence === null ? '' : `${sentence}\n\n`;
  expect(printed).toEqual({ log: '', error: `${said}${command.usage}\n` });
});

test.each([
  ['admin', 'list'],
  ['admin', 'add', 'robin'],
  ['mail', 'test', 'robin@example.ca'],
  ['key', 'new'],
])(
  'where there is no database, npm run %s says so and makes none',
  async (name, ...given) => {
    const directory = join(tmpdir(), `reround-none-${randomUUID()}`);
    vi.stubEnv('DATA_DIR', directory);
    vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1');
    vi.stubEnv('MAIL_FROM', 'letters@reround.example');
    try {
      expect(await runHere(await commandNamed(name), given)).toBe(1);
      expect(printed).toEqual({
        log: '',
        error: `There is no database in ${directory}. Set DATA_DIR, or DATABASE_URL.\n`,
      });
      expect(existsSync(directory)).toBe(false);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
  MINUTES,
);

test.each([
  ['its sentence', new Error('It failed.')],
  // The message of a failed query lists its parameters.
  ['its cause', new DrizzleQueryError('select $1', ['jo@example.ca'], new Error('It failed.'))],
])('of what goes wrong %s is printed, and the code is 1', async (_what, error) => {
  const command = { ...(await commandNamed('key')), run: () => Promise.reject(error) };
  expect(await runHere(command, [])).toBe(1);
  expect(printed).toEqual({ log: '', error: 'It failed.\n' });
});

test('the help has every command with each way to call it', async () => {
  const lines = (await help()).split('\n').map((line) => line.trimStart());
  for (const name of Object.keys(commands)) {
    const { summary, usage } = await commandNamed(name);
    expect(lines).toContain(`${name}: ${summary}`);
    expect(lines).toEqual(expect.arrayContaining(usage.split('\n').map((line) => line.trimStart())));
  }
});

test('a name that there is not ends with 2, and the help with 0', { timeout: 2 * MINUTES }, async () => {
  for (const name of ['bakcup', 'toString']) {
    expect(await runNode('src/command.ts', [name, 'file'], {}).ended).toEqual({
      code: 2,
      output: `There is no command ${name}. All of them: npm run help\n`,
    });
  }
  expect(await runCommand('help', [], {}).ended).toEqual({ code: 0, output: `${await help()}\n` });
});
