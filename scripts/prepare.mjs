/**
 * Installs and builds what is missing or out of date, and does nothing otherwise. `--include=dev` installs the packages
 * for tests and tools, too; `--build` builds in any case, `--install` builds nothing.
 *
 * Plain JavaScript without packages, because the machine's own Node runs it before anything is installed.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
/** The site's own Node is of this major version. */
const SITE_NODE = 24;
const HEARTBEAT_MS = 1_000;
const SILENT_MS = 5_000;
const SILENT_BESIDE_PROGRAM_MS = 600_000;

const installStamp = 'node_modules/.installed';
const buildStamp = 'dist/.built';
const lock = 'dist/.lock';
/** This run's lock. It stays open, so that no later file gets its inode number. */
let ownLock;
let program;

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** The Node that builds and runs the site: this platform's package, else the machine's own. */
function findSiteNode() {
  const { optionalDependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const isWindows = process.platform === 'win32';
  const platform = `-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const name = Object.keys(optionalDependencies).find((one) => one.endsWith(platform));
  if (name) return path.join('node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (ownMajor < SITE_NODE) {
    fail(
      `No package has a Node for ${process.platform} ${process.arch}: install Node ${SITE_NODE} or later.`,
    );
  }
  return process.execPath;
}

function hashOf(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

function hasContent(file, text) {
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text;
}

// Some packages have programs for one platform only.
const installInputs = () => `${process.platform} ${process.arch} ${hashOf('package-lock.json')}`;

function buildInputs() {
  const sources = ['src', 'scripts', 'migrations'].flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)),
  );
  const inputs = sources.filter(
    (file) => !/\.(test|e2e)\.tsx?$|[\\/]testing[\\/]/.test(file) && fs.statSync(file).isFile(),
  );
  return hashOf(
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    ...inputs.toSorted((one, other) => (one < other ? -1 : 1)),
  );
}

/** Whether the packages for tests and tools are installed, of which vitest is one. */
const hasDev = () => fs.existsSync('node_modules/vitest');
const isInstalled = () =>
  fs.existsSync(siteNode) && (hasDev() || !wantsDev) && hasContent(installStamp, installInputs());
const isBuilt = () =>
  fs.existsSync('dist/renderer/en/index.html') &&
  fs.existsSync('dist/server/main.js') &&
  hasContent(buildStamp, buildInputs());

/** Runs a program. Returns its output, or ends this run with the output and the sentence `failure`. */
function run(file, parameters, failure, options) {
  return new Promise((resolve) => {
    program = execFile(file, parameters, { maxBuffer: Infinity, ...options }, (error, output, errors) => {
      if (error) fail(`${output}${errors || error.message}\n${failure}`);
      resolve(`${output}${errors}`);
    });
    fs.ftruncateSync(ownLock);
    fs.writeSync(ownLock, String(program.pid ?? ''), 0);
  });
}

async function install() {
  console.log('Installing packages…');
  const inputs = installInputs();
  // A clean install would break a running site, so packages for tests are added to what is there.
  const command =
    hasContent(installStamp, inputs) && fs.existsSync(siteNode) ? ['install', '--no-save'] : ['ci'];
  fs.rmSync(installStamp, { force: true });
  // Installed tools stay. Both options override NODE_ENV and npm's own settings.
  const extent = [wantsDev || hasDev() ? '--include=dev' : '--omit=dev', '--include=optional'];
  const parameters = [...command, ...extent, '--no-audit', '--no-fund', '--loglevel=error'];
  const failure = "The packages could not be installed: npm's own words are above.";
  const { npm_execpath: npm = '', npm_node_execpath: machineNode = process.execPath } = process.env;
  const output = npm.endsWith('npm-cli.js')
    ? await run(machineNode, [npm, ...parameters], failure)
    : await run('npm', parameters, failure, { shell: process.platform === 'win32' });
  // npm succeeds even if an optional package is missing.
  if (!fs.existsSync(siteNode))
    fail(`${output}\nThe packages are installed, but not ${siteNode}: try again.`);
  fs.writeFileSync(installStamp, inputs);
}

async function build() {
  console.log('Building…');
  fs.rmSync(buildStamp, { force: true });
  const inputs = buildInputs();
  const options = { env: { ...process.env, NODE_ENV: 'production' } };
  const failed = (part) => `The ${part} could not be built: the reason is above.`;
  await run(siteNode, ['node_modules/vite/bin/vite.js', 'build'], failed('web app'), options);
  await run(siteNode, ['scripts/buildServer.ts'], failed('server'), options);
  await run(siteNode, ['scripts/buildDatabase.ts'], failed('database'), options);
  fs.writeFileSync(buildStamp, inputs);
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Whether the lock's holder was killed. The program that it started may still run, so the lock has that program's ID. */
function isAbandoned() {
  try {
    const silentMilliseconds = Date.now() - fs.statSync(lock).mtimeMs;
    const isProgramAlive = isAlive(Number(fs.readFileSync(lock, 'utf8')));
    return silentMilliseconds > (isProgramAlive ? SILENT_BESIDE_PROGRAM_MS : SILENT_MS);
  } catch {
    return false;
  }
}

/** Whether this run still has the lock. Another may have taken it while the machine slept. */
function isOwnLock() {
  const found = fs.statSync(lock, { throwIfNoEntry: false });
  return found?.ino === fs.fstatSync(ownLock).ino;
}

/** Waits until no other run is preparing, then holds the lock. Its modification time shows that the holder lives. */
async function takeLock() {
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  for (let waited = false; ; waited = true) {
    try {
      ownLock = fs.openSync(lock, 'wx');
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) fs.rmSync(lock, { force: true });
    else if (!waited) console.log('Waiting for another run to finish installing and building…');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  setInterval(() => fs.futimes(ownLock, new Date(), new Date(), () => {}), HEARTBEAT_MS).unref();
  process.on('exit', () => {
    if (!isOwnLock()) return;
    // Closes the file first, because Windows keeps an open file's name.
    fs.closeSync(ownLock);
    fs.rmSync(lock, { force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // The lock is held until the program has ended.
    process.on(signal, () => program?.kill(signal) || process.exit(1));
  }
}

const ownMajor = Number(process.versions.node.split('.')[0]);
if (ownMajor < OLDEST_NODE) {
  fail(`Node ${OLDEST_NODE} or later is needed, and this is ${process.version}: https://nodejs.org has it.`);
}
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const siteNode = findSiteNode();
const wantsDev = process.argv.includes('--include=dev');
const buildAnyway = process.argv.includes('--build');
const isWanted = () => !process.argv.includes('--install') && (buildAnyway || !isBuilt());
if (!isInstalled() || isWanted()) {
  await takeLock();
  if (!isInstalled()) await install();
  if (isWanted()) await build();
}
