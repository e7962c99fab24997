/**
 * Runs the project's checks and ends with one line of counts:
 * - `npm test`: what a change should pass while you work on it;
 * - `npm test -- pickups`: the tests of one room, or of any path that contains the word;
 * - `npm test -- --all`: everything that CI runs;
 * - `npm test -- --full`: the slow tests and Lighthouse besides.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { settingNames } from '#server/env.ts';
import { repository } from '#server/files.ts';
import { hasPostgres } from '#server/testing/postgres.ts';
import { findChromium } from './chromium.ts';
import { installPrograms } from './installPrograms.ts';

interface Outcome {
  passed: number;
  /** What failed, by name. */
  failures: string[];
  skipped: number;
}

interface Stage {
  title: string;
  /** The package's program and its arguments, relative to node_modules; or a script of this project. */
  command: string[];
  environment?: NodeJS.ProcessEnv;
  /** The program's report. Without one, the stage counts as one check. */
  report?: { file: string; read: (report: unknown) => Outcome };
  /** Shows the output as it comes, for a stage that runs alone. */
  live?: boolean;
}

const reports = path.join(repository, 'test-results');
const INTERRUPT_GRACE_MS = 10_000;
const total: Outcome = { passed: 0, failures: [], skipped: 0 };
const running = new Set<ChildProcess>();
let isInterrupted = false;

/** Without settings that lead to the developer's own data, or change how packages behave. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const name of [...settingNames, 'NODE_ENV']) delete environment[name];
  if (process.stdout.isTTY) environment['FORCE_COLOR'] = '1';
  return environment;
}

function add({ passed, failures, skipped }: Outcome) {
  total.passed += passed;
  total.failures.push(...failures);
  total.skipped += skipped;
}

function describe({ passed, failures, skipped }: Outcome): string {
  return `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function readOutcome({ title, report }: Stage, exitCode: number | null): Outcome {
  if (!report) return { passed: exitCode === 0 ? 1 : 0, failures: exitCode === 0 ? [] : [title], skipped: 0 };
  let outcome: Outcome;
  try {
    outcome = report.read(JSON.parse(readFileSync(report.file, 'utf8')));
  } catch {
    return { passed: 0, failures: [`${title}: it left no report`], skipped: 0 };
  }
  if (exitCode === 0 || outcome.failures.length > 0) return outcome;
  return { ...outcome, failures: [`${title}: an error outside of any test`] };
}

async function run(stage: Stage) {
  if (isInterrupted) return;
  const start = performance.now();
  if (stage.report) rmSync(stage.report.file, { force: true });
  if (stage.live) console.log(`\n── ${stage.title}`);
  const [program = '', ...args] = stage.command;
  const isProjectScript = program.startsWith('scripts/');
  const file = path.join(repository, isProjectScript ? '' : 'node_modules', program);
  const child = spawn(process.execPath, [file, ...args], {
    cwd: repository,
    env: { ...cleanEnvironment(), ...stage.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that an interruption reaches its workers too.
    detached: true,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (stage.live) process.stdout.write(text);
      else output += text;
    });
  }
  const exitCode = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  running.delete(child);
  if (isInterrupted) return;
  const outcome = readOutcome(stage, exitCode);
  add(outcome);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`── ${stage.title}: ${describe(outcome)} (${seconds} s)`);
  if (outcome.failures.length > 0 && output) console.log(output.trimEnd());
}

interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

function readVitest({ numPassedTests, numPendingTests, numTodoTests, testResults }: VitestReport): Outcome {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(repository, name);
    const failed = assertionResults.filter((assertion) => assertion.status === 'failed');
    // Such a file did not load, or failed before or after its tests.
    if (status === 'failed' && failed.length === 0) return [file];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
  return { passed: numPassedTests, failures, skipped: numPendingTests + numTodoTests };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; tests: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

function readPlaywright({ stats, suites }: PlaywrightReport): Outcome {
  if (stats.flaky > 0) console.log(`── ${stats.flaky} browser tests passed at the second try only`);
  const failuresIn = ({ suites: inner = [], specs }: PlaywrightSuite): string[] => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.filter(({ status }) => status === 'unexpected').map(() => `${file}: ${title}`),
    ),
    ...inner.flatMap(failuresIn),
  ];
  return {
    passed: stats.expected + stats.flaky,
    failures: suites.flatMap(failuresIn),
    skipped: stats.skipped,
  };
}

function vitestStage(title: string, name: string, options: string[]): Stage {
  const file = path.join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return {
    title,
    command: ['vitest/vitest.mjs', 'run', ...options, ...reporters],
    report: { file, read: (report) => readVitest(report as VitestReport) },
  };
}

async function runBrowser(title: string, options: string[], live = false) {
  if (isInterrupted) return;
  const chromium = findChromium();
  if (!chromium) {
    skip(title, 'Chromium', 'chromium-headless-shell', 'CHROMIUM_PATH');
    return;
  }
  const file = path.join(reports, 'browser.json');
  await run({
    title,
    command: ['@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...options],
    environment: { CHROMIUM_PATH: chromium },
    live,
    report: { file, read: (report) => readPlaywright(report as PlaywrightReport) },
  });
}

function skip(title: string, program: string, debianPackage: string, variable: string) {
  console.log(
    `── ${title}: skipped, because there is no ${program} on this machine. Install it (Debian: apt-get install ${debianPackage}), or set ${variable}.`,
  );
  total.skipped += 1;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The whole group has ended already.
  }
}

async function interrupt() {
  if (isInterrupted) return;
  isInterrupted = true;
  const stages = [...running];
  const ended = Promise.all(stages.map((child) => new Promise((resolve) => child.once('close', resolve))));
  for (const child of stages) signalGroup(child, 'SIGINT');
  await Promise.race([ended, setTimeout(INTERRUPT_GRACE_MS)]);
  for (const child of stages) signalGroup(child, 'SIGKILL');
  process.exit(130);
}

const staticStages: Stage[] = [
  { title: 'Types', command: ['typescript/bin/tsc', '--build', '--checkers', '1'] },
  { title: 'Lint and import rules', command: ['oxlint/bin/oxlint'] },
  { title: 'Format', command: ['oxfmt/bin/oxfmt', '--check', '.'] },
  { title: 'Unused files and exports', command: ['knip/bin/knip.js'] },
];

/** Tests that start the server and its commands as processes. */
const processTests = '.process.test.ts';
/** Tests that take minutes. */
const slowTests = '.slow.test.ts';

const unitStage = vitestStage(
  'Unit and HTTP tests',
  'unit',
  [processTests, slowTests].flatMap((ending) => ['--exclude', `**/*${ending}`]),
);
const processStage = vitestStage('Tests of processes', 'processes', [processTests]);
const slowStage = vitestStage('Slow tests', 'slow', [slowTests]);

async function runQuick() {
  if (!hasPostgres()) {
    skip('Races', 'PostgreSQL', 'postgresql', 'TEST_DATABASE_URL');
    console.log('   HTTP tests run on the embedded database.');
  }
  const runStatic = async () => {
    for (const stage of staticStages) await run(stage);
  };
  await Promise.all([runStatic(), run(unitStage)]);
}

async function runAll(isFull: boolean) {
  await runQuick();
  await run(processStage);
  if (isFull) await run(slowStage);
  // Alone, because on a busy machine the browser would time out.
  await runBrowser('Browser tests', isFull ? [] : ['--grep-invert', '@slow'], true);
}

async function runRoom(word: string) {
  const folder = `src/features/${word}`;
  const where = existsSync(path.join(repository, folder)) ? folder : word;
  const inBrowser = globSync('{e2e,src}/**/*.e2e.ts', { cwd: repository }).some((file) =>
    file.includes(where),
  );
  await run({ ...vitestStage(`Tests of ${where}`, 'room', [where, '--passWithNoTests']), live: true });
  if (inBrowser) await runBrowser(`Browser tests of ${where}`, [where], true);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void interrupt());

mkdirSync(reports, { recursive: true });
const [choice = '', ...rest] = process.argv.slice(2);
if (rest.length > 0) {
  console.error('Name one room at a time.');
  process.exit(2);
}
installPrograms(choice.startsWith('--') ? 'all' : 'usual');
if (choice === '--all') await runAll(false);
else if (choice === '--full') {
  await runAll(true);
  await run({ title: 'Lighthouse', command: ['scripts/auditWeb.ts'] });
} else if (choice) await runRoom(choice);
else {
  await runQuick();
  await runBrowser('A donation becomes a redeemed code, in the browser', ['--grep', '@smoke']);
}

if (!isInterrupted) {
  // Repeated here, because people see the end of a long output.
  if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.join('\n')}`);
  console.log(`\n${describe(total)}`);
  process.exitCode = total.failures.length > 0 ? 1 : 0;
}
