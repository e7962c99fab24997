/**
 * Installs and builds what is missing or out of date, and does nothing otherwise.
 *
 * Plain JavaScript without packages, because it runs on the machine's own Node before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const HEARTBEAT_MS = 2_000;
const SILENT_ELSEWHERE_MS = 20_000;
const SILENT_HERE_MS = 600_000;

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const inRepository = (...names) => path.join(repository, ...names);

const projectNode = inRepository('node_modules', '.bin', 'node');
const installStamp = inRepository('node_modules', '.installed');
const buildStamp = inRepository('dist', '.built');
const lock = inRepository('dist', '.preparing');

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function readOr(file, fallback) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}

function hashOf(...files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${path.relative(repository, file)}\0`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

function filesIn(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? filesIn(file) : [file];
    });
}

function buildInputs() {
  const folders = ['web', 'server', 'features', 'shared'].flatMap((name) =>
    filesIn(inRepository('src', name)),
  );
  const sources = folders.filter((file) => !/\.(test|e2e)\.tsx?$|[\\/]testing[\\/]/.test(file));
  const settings = [
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'scripts/prerender.ts',
    'scripts/budgets.ts',
    'scripts/chunks.ts',
    'scripts/documentStyles.ts',
    'scripts/buildServer.ts',
  ].map((name) => inRepository(name));
  return hashOf(...sources, ...settings);
}

/** Whether the project's own Node is there, whole, and the version that package.json asks for. */
function projectNodeRuns() {
  const { dependencies } = JSON.parse(fs.readFileSync(inRepository('package.json'), 'utf8'));
  const { stdout } = spawnSync(projectNode, ['--version'], { encoding: 'utf8' });
  return (stdout || '').trim() === `v${dependencies.node}`;
}

function isInstalled() {
  return readOr(installStamp) === hashOf(inRepository('package-lock.json')) && projectNodeRuns();
}

function isBuilt() {
  const made = [
    ['web', 'index.html'],
    ['server', 'main.js'],
  ];
  return (
    made.every((names) => fs.existsSync(inRepository('dist', ...names))) &&
    readOr(buildStamp) === buildInputs()
  );
}

function run(command, args, environment) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: repository,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk) => (output += chunk);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) =>
      resolve({ code: 1, missing: error.code === 'ENOENT', output: String(error) }),
    );
    child.on('close', (code) => resolve({ code, missing: false, output }));
    if (child.pid) writeOwner(child.pid);
    stopWithUs(child);
  });
}

function stopWithUs(child) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    const pass = () => child.kill(signal);
    process.once(signal, pass);
    child.once('close', () => process.removeListener(signal, pass));
  }
}

/** The environment for npm: without the project's own Node on PATH, which npm is about to replace. */
function npmEnvironment() {
  const binaries = inRepository('node_modules', '.bin');
  const folders = (process.env.PATH || '').split(path.delimiter).filter((folder) => folder !== binaries);
  return { ...process.env, PATH: folders.join(path.delimiter) };
}

async function install() {
  console.log('Installing packages…');
  fs.rmSync(installStamp, { force: true });
  const wanted = hashOf(inRepository('package-lock.json'));
  // The build needs the development packages too, whatever NODE_ENV or npm's settings leave out.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath || '';
  const result = npm.endsWith('npm-cli.js')
    ? await run(process.execPath, [npm, ...args], npmEnvironment())
    : await run('npm', args, npmEnvironment());
  if (result.missing) fail('npm was not found. Install Node 20 or later with npm, then run this again.');
  if (result.code !== 0)
    fail(`${result.output}\nThe packages could not be installed: npm's own words are above.`);
  if (!projectNodeRuns()) {
    fail(
      `${result.output}\nThe packages are installed, but the project's own Node does not run. Its install script may be switched off (npm config get ignore-scripts).`,
    );
  }
  fs.writeFileSync(installStamp, wanted);
}

async function build() {
  console.log('Building…');
  fs.rmSync(buildStamp, { force: true });
  const inputs = buildInputs();
  const environment = { ...process.env, NODE_ENV: 'production' };
  const builds = {
    'web app': [inRepository('node_modules', 'vite', 'bin', 'vite.js'), 'build'],
    server: [inRepository('scripts', 'buildServer.ts')],
  };
  for (const [name, command] of Object.entries(builds)) {
    const result = await run(projectNode, command, environment);
    if (result.code !== 0) fail(`${result.output}\nThe ${name} could not be built: the reason is above.`);
  }
  fs.writeFileSync(buildStamp, inputs);
}

function lockIsAbandoned() {
  try {
    const [host, ...pids] = readOr(path.join(lock, 'owner'), '').split(' ');
    const silentFor = Date.now() - fs.statSync(lock).mtimeMs;
    if (host !== os.hostname()) return silentFor > SILENT_ELSEWHERE_MS;
    // npm goes on by itself when the run that started it is killed, so its process counts too.
    return !pids.some((pid) => isAlive(Number(pid))) || silentFor > SILENT_HERE_MS;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Waits until no other run is preparing, then holds the lock: its folder's time shows that the holder lives. */
async function takeLock() {
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  for (let waited = false; ; waited = true) {
    try {
      fs.mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (lockIsAbandoned()) {
      removeAbandonedLock();
      continue;
    }
    if (!waited) console.log('Waiting for another run to finish installing and building…');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  writeOwner();
  // A run that was suspended for long may find its lock taken over: then it is no longer its own to touch.
  const heartbeat = setInterval(() => isOurs() && fs.utimesSync(lock, new Date(), new Date()), HEARTBEAT_MS);
  heartbeat.unref();
  process.on('exit', () => isOurs() && fs.rmSync(lock, { recursive: true, force: true }));
}

function writeOwner(...children) {
  fs.writeFileSync(path.join(lock, 'owner'), [os.hostname(), process.pid, ...children].join(' '));
}

function isOurs() {
  const [host, pid] = readOr(path.join(lock, 'owner'), '').split(' ');
  return host === os.hostname() && Number(pid) === process.pid;
}

function removeAbandonedLock() {
  // Renaming succeeds for one of those who wait; removing in place could take away the next holder's lock.
  const aside = `${lock}-${process.pid}`;
  try {
    fs.renameSync(lock, aside);
    fs.rmSync(aside, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

async function main() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    fail(
      `Node ${OLDEST_NODE} or later is needed, and this is ${process.version}: https://nodejs.org has it.`,
    );
  }
  const buildAnyway = process.argv.includes('--build');
  const buildNever = process.argv.includes('--no-build');
  const nothingToDo = () => !buildAnyway && isInstalled() && (buildNever || isBuilt());
  if (nothingToDo()) return;
  await takeLock();
  if (!isInstalled()) await install();
  if (buildAnyway || (!buildNever && !isBuilt())) await build();
}

await main();
