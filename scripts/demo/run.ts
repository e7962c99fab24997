// `npm run demo`: serves a year of an invented organisation until it is stopped, and then deletes it.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand, readCall, WrongCall } from '#server/commandLine.ts';
import { PASSWORD } from './makeSite.ts';
import { type Demo, startDemo, stopDemo } from './startDemo.ts';
import { DAYS } from './year.ts';

/** Settings that lead to real data or people. A demo ignores them. */
const ignoredSettings = ['DATABASE_URL', 'DATA_DIR', 'S3_BUCKET', 'SMTP_URL', 'SECRET_KEY'] as const;

const summary = 'A year of a made-up organisation, thrown away at the end: what the site is like to use.';
const usage = `npm run demo -- --port=3100   where it listens: PORT or 3000 by default
npm run demo -- --seed=7      another year: the same number makes the same people and donations
npm run demo -- --days=60     the last days of one: ready sooner`;

const exitCode = await runCommand({ summary, usage, run }, process.argv.slice(2));
process.exit(exitCode);

async function run(parameters: string[]): Promise<void> {
  const { values, positionals } = readCall(parameters, {
    port: { type: 'string', default: process.env['PORT'] || '3000' },
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: String(DAYS.most) },
  });
  const port = wholeNumber(values.port, { most: 65_535 });
  const seed = wholeNumber(values.seed, { most: 2 ** 31 });
  const days = wholeNumber(values.days, DAYS);
  if (positionals.length > 0) throw new WrongCall();
  const ignored = ignoredSettings.filter((name) => process.env[name]);
  if (ignored.length > 0) console.log(`The demo has data of its own and leaves ${ignored.join(', ')} alone.`);

  const running: { demo?: Demo; stopping?: boolean } = {};
  const stop = async () => {
    // npm and the terminal may both send the signal.
    if (running.stopping) return;
    running.stopping = true;
    if (running.demo) await stopDemo(running.demo);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

  // Made after the signal handlers, so that every end removes it.
  const folder = mkdtempSync(path.join(tmpdir(), 'reround-demo-'));
  // Retried, because something may still be written meanwhile.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Temporary files are removed with it.
  process.env['TMPDIR'] = folder;
  console.log('Living through a year, which takes a minute or more…');

  const start = performance.now();
  const demo = await startDemo({ folder, seed, days, port });
  running.demo = demo;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${describeDemo(demo)}\n\nReady after ${seconds} s. Ctrl+C ends it and removes ${folder}.`);
  await once(demo.server, 'close');
  if (!running.stopping) throw new Error('The site has ended by itself.');
}

function wholeNumber(text: string, { least = 0, most }: { least?: number; most: number }): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new WrongCall(`${text} is no whole number from ${least} to ${most}.`);
}

function describeDemo({ url, admin, volunteer, donors, pins, code, statementLink }: Demo): string {
  const rows = [
    ['the public site', url, `${url}/fr in French`],
    [
      'the console',
      `${url}/admin-login`,
      `${admin} (admin) or ${volunteer} (volunteer), password ${PASSWORD}`,
    ],
    ...donors.map(({ studentId, sees }, index) => [
      index === 0 ? "a donor's dashboard" : '',
      index === 0 ? `${url}/donor-login` : '',
      `${studentId}  ${sees}`,
    ]),
    ["a store's till", `${url}/redeem`, code ? `${code}  a code with both uses left` : ''],
    ...pins.map(({ store, pin }) => ['', '', `${pin}  the PIN of ${store}`]),
    ["a store's account", statementLink, ''],
  ];
  const widths = [0, 1].map((column) =>
    Math.max(...rows.map((row) => (row[2] === '' ? 0 : (row[column]?.length ?? 0)))),
  );
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd())
    .join('\n');
}
