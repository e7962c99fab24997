/**
 * Runs the project's checks and ends with one line of counts: those that a change should pass while one works on it, with `--all`
 * every one, with `--only=` one kind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { requireChromium } from './chromium.ts';
import { type ThrowawayPostgres, startThrowawayPostgres } from './postgres.ts';

interface Outcome {
  passed: number;
  /** What failed, by name. */
  failures: string[];
  skipped: number;
}

interface Stage {
  title: string;
  /** The package's program and its arguments, relative to node_modules. */
  command: string[];
  environment?: NodeJS.ProcessEnv;
  /** Where the program writes how it went; without it the whole stage counts as one check. */
  report?: { file: string; read: (report: unknown) => Outcome };
  /** Shows the output as it comes, for a stage that runs alone. */
  live?: boolean;
}

const kinds = ['static', 'unit', 'chain', 'processes', 'postgres', 'trials', 'browser'] as const;
type Kind = (typeof kinds)[number];

/** What fits into a quarter of an hour on two cores. */
const quickKinds: readonly Kind[] = ['static', 'unit', 'chain'];

const repository = path.resolve(import.meta.dirname, '..');
const reports = path.join(repository, 'test-results');
const INTERRUPT_GRACE_MS = 5_000;
const total: Outcome = { passed: 0, failures: [], skipped: 0 };
const running = new Set<ChildProcess>();
let postgres: Promise<ThrowawayPostgres | null> | undefined;
let stoppingPostgres: Promise<void> | undefined;
let interrupted = false;

function chosenKinds(): readonly Kind[] {
  const [argument, ...rest] = process.argv.slice(2);
  if (argument === undefined) return quickKinds;
  const chosen = argument === '--all' ? kinds : kinds.filter((kind) => argument === `--only=${kind}`);
  if (chosen.length === 0 || rest.length > 0) {
    console.error(`The one option is --all, or --only=${kinds.join('|')}.`);
    process.exit(2);
  }
  return chosen;
}

/** Without what would lead a test to the developer's own data or change how packages behave. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  const own =
    /^(PORT|HOST|METRICS_PORT|PUBLIC_URL|DATA_DIR|DATABASE_URL|MIGRATION_DATABASE_URL|READ_DATABASE_URL|(OLD_)?SECRET_KEY|ADMIN_.*|TRUST_PROXY|SITE_TIME_ZONE|S3_.*|SMTP_URL|MAIL_FROM|DKIM_.*|BACKUP_.*|RATE_LIMITS|DRAIN_SECONDS|LOG_LEVEL|NODE_ENV|TEST_DATABASE_URL)$/;
  for (const name of Object.keys(environment)) if (own.test(name)) delete environment[name];
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
  if (interrupted) return;
  const start = performance.now();
  if (stage.report) rmSync(stage.report.file, { force: true });
  if (stage.live) console.log(`\n── ${stage.title}`);
  const [program = '', ...args] = stage.command;
  const child = spawn(process.execPath, [path.join(repository, 'node_modules', program), ...args], {
    cwd: repository,
    env: { ...cleanEnvironment(), ...stage.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that an interruption reaches the workers that it starts too.
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
  if (interrupted) return;
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
    // A file that fails without a failed test did not load, or broke before or after its tests.
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

function vitestStage(
  title: string,
  name: string,
  environment: NodeJS.ProcessEnv,
  options: string[] = [],
): Stage {
  const file = path.join(reports, `${name}.json`);
  return {
    title,
    command: [
      'vitest/vitest.mjs',
      'run',
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    environment,
    report: {
      file,
      read: (report) => readVitest(report as VitestReport),
    },
  };
}

const staticStages: Stage[] = [
  { title: 'Types', command: ['typescript/bin/tsc', '--build'] },
  { title: 'Lint and import rules', command: ['oxlint/bin/oxlint'] },
  { title: 'Format', command: ['oxfmt/bin/oxfmt', '--check', '.'] },
  { title: 'Nothing that nobody uses', command: ['knip/bin/knip.js'] },
];

const PROCESS_TESTS = '.process.test.ts';

const unitStage = vitestStage('Unit and HTTP tests on the embedded database', 'unit', {}, [
  '--exclude',
  `**/*${PROCESS_TESTS}`,
]);

const processesStage = vitestStage('Tests that start the server and its commands', 'processes', {}, [
  PROCESS_TESTS,
]);

const trialsStage = vitestStage('Trials of what must hold, in their small sizes', 'trials', {}, [
  '--config',
  'trials/vitest.config.ts',
]);

async function runOnPostgres() {
  const title = 'Unit and HTTP tests on PostgreSQL';
  const url = await postgresUrl(title);
  if (url) await run(vitestStage(title, 'postgres', { TEST_DATABASE_URL: url }));
}

async function runChain() {
  const title = 'The chain in the browser on PostgreSQL';
  const url = await postgresUrl(title);
  // What the chain refuses, the HTTP tests ask.
  const chain = ['e2e/chain.e2e.ts', '--grep', 'becomes a saving|volunteer’s hand'];
  if (url) await runBrowser(title, 'browser-postgres', chain, { TEST_DATABASE_URL: url });
}

/** The server at TEST_DATABASE_URL, else one that is started once. Without any it says that the stage is left out. */
async function postgresUrl(title: string): Promise<string | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given || interrupted) return given;
  try {
    postgres ??= startThrowawayPostgres();
    const started = await postgres;
    if (started) return started.url;
  } catch (error) {
    failBeforeStart(title, error);
    return undefined;
  }
  console.log(
    `── ${title}: skipped, because there is no PostgreSQL on this machine and TEST_DATABASE_URL is unset`,
  );
  total.skipped += 1;
  return undefined;
}

const runInBrowser = () => runBrowser('Browser tests', 'browser', [], {});

async function runBrowser(title: string, name: string, files: string[], environment: NodeJS.ProcessEnv) {
  if (interrupted) return;
  let chromium: string;
  try {
    chromium = requireChromium();
  } catch (error) {
    failBeforeStart(title, error);
    return;
  }
  await run({
    title,
    command: ['@playwright/test/cli.js', 'test', ...files],
    environment: { ...environment, CHROMIUM_PATH: chromium, BROWSER_REPORT: name },
    live: name === 'browser',
    report: {
      file: path.join(reports, `${name}.json`),
      read: (report) => {
        const { flaky } = (report as PlaywrightReport).stats;
        if (flaky > 0) console.log(`── ${title}: ${flaky} passed at the second try only`);
        return readPlaywright(report as PlaywrightReport);
      },
    },
  });
}

function failBeforeStart(title: string, error: unknown) {
  console.log(`── ${title}: could not start\n${error instanceof Error ? error.message : String(error)}`);
  total.failures.push(title);
}

/** Whoever asks waits for the same end: an interruption must not exit while the files are still being removed. */
function stopPostgres(): Promise<void> {
  stoppingPostgres ??= (async () => {
    const started = await postgres?.catch(() => null);
    await started?.stop();
  })();
  return stoppingPostgres;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The whole group has ended already.
  }
}

async function interrupt() {
  if (interrupted) return;
  interrupted = true;
  const stages = [...running];
  const ended = Promise.all(stages.map((child) => new Promise((resolve) => child.once('close', resolve))));
  for (const child of stages) signalGroup(child, 'SIGINT');
  await Promise.race([ended, setTimeout(INTERRUPT_GRACE_MS)]);
  for (const child of stages) signalGroup(child, 'SIGKILL');
  await stopPostgres();
  process.exit(130);
}

async function inOrder(tasks: (() => Promise<void>)[]) {
  for (const task of tasks) await task();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void interrupt());

mkdirSync(reports, { recursive: true });
const chosen = chosenKinds();
const when = (kind: Kind, ...tasks: (() => Promise<void>)[]) => (chosen.includes(kind) ? tasks : []);

try {
  await Promise.all([
    inOrder(when('static', ...staticStages.map((stage) => () => run(stage)))),
    inOrder([
      ...when('unit', () => run(unitStage)),
      ...when('postgres', runOnPostgres),
      ...when('processes', () => run(processesStage)),
    ]),
  ]);
  await inOrder([...when('chain', runChain), ...when('trials', () => run(trialsStage))]);
  // Alone, since a browser that waits for a busy machine looks like a failing app.
  await inOrder(when('browser', runInBrowser));
} finally {
  await stopPostgres();
}

if (!interrupted) {
  // Of a long output its end is what people see.
  if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.join('\n')}`);
  console.log(`\n${describe(total)}`);
  process.exitCode = total.failures.length > 0 ? 1 : 0;
}
