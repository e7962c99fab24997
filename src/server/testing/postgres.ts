import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface ThrowawayPostgres {
  url: string;
  /** Where its socket is, and its files in `data`. */
  folder: string;
  /** Sends a signal to the server and to every process that it started: SIGSTOP and SIGCONT freeze and thaw it. */
  signal: (signal: NodeJS.Signals) => void;
  /** Ends all its processes at once with SIGKILL; the files stay. */
  kill: () => Promise<void>;
  /** Has it end as it does when it is told to; the files stay. */
  shutDown: () => Promise<void>;
  /** Starts it again on the same port and files, after `kill` or `shutDown`. */
  start: () => Promise<void>;
  /** Stops the server and removes its files. */
  stop: () => Promise<void>;
}

interface Options {
  /** Flushes every commit, as PostgreSQL does by default. Without it the server is quick and forgets in a crash. */
  durable?: boolean;
  /** Of its configuration, such as `archive_mode`. */
  settings?: Record<string, string>;
}

interface Account {
  uid: number;
  gid: number;
}

const debianFolder = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;
const START_ATTEMPTS = 5;
const LOCALE = process.platform === 'linux' ? 'C.UTF-8' : 'C';

/** For files that live as long as the tests: nothing of them is worth a disk write. */
const forgetful = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Starts a PostgreSQL of its own on a free port, with its files in the temporary folder.
 *
 * Null where this machine has no PostgreSQL, or no account to run it as: it refuses to run as root.
 */
export async function startThrowawayPostgres({
  durable = false,
  settings: own = {},
}: Options = {}): Promise<ThrowawayPostgres | null> {
  const programs = findPostgres();
  const account: Partial<Account> | undefined = process.getuid?.() === 0 ? unprivilegedAccount() : {};
  if (!programs || !account) return null;
  return await startCluster({ programs, account, durable, own }, (data) =>
    runToEnd(
      path.join(programs, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${LOCALE}`, '--no-sync'],
      { account, data },
    ),
  );
}

interface Cluster {
  programs: string;
  account: Partial<Account>;
  durable: boolean;
  /** Of its configuration. */
  own: Record<string, string>;
}

/** Fills a folder with a cluster's files and starts a server on them. */
async function startCluster(
  { programs, account, durable, own }: Cluster,
  fill: (data: string) => void,
): Promise<ThrowawayPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
    const data = path.join(folder, 'data');
    fill(data);
    const run = (port: number) => {
      const settings = {
        listen_addresses: '127.0.0.1',
        port: String(port),
        unix_socket_directories: folder,
        max_connections: '200',
        lc_messages: 'C',
        ...(!durable && forgetful),
        ...own,
      };
      return runServer(path.join(programs, 'postgres'), data, settings, account);
    };
    const { port, ...started } = await startSomewhere(run);
    let { server } = started;
    // Where tests are interrupted nobody stops it.
    const abandon = () => {
      server.kill('SIGQUIT');
      remove();
    };
    process.once('exit', abandon);
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      folder,
      signal: (signal) => signalAll(server, signal),
      kill: async () => {
        const exited = untilExit(server);
        signalAll(server, 'SIGKILL');
        await exited;
      },
      shutDown: () => stopServer(server),
      start: async () => {
        server = await persistently(() => run(port));
      },
      stop: async () => {
        process.off('exit', abandon);
        await stopServer(server);
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Whether tests can use a PostgreSQL server: the one at TEST_DATABASE_URL, or one of their own. */
export function hasPostgres(): boolean {
  return Boolean(process.env['TEST_DATABASE_URL'] || findPostgres());
}

/** The folder of PostgreSQL's programs: the one on PATH, else the newest of Debian's. */
function findPostgres(): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'initdb'))
    .filter((file) => existsSync(file))
    .map((file) => path.dirname(realpathSync(file)));
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const debian = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(debianFolder, version, 'bin'));
  return [...onPath, ...debian].find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(path.join(folder, program))),
  );
}

/** Whom to run a server as that refuses to be run by root. */
export function unprivilegedAccount(): Account | undefined {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody']
    .map((wanted) => accounts.find(([name]) => name === wanted))
    .find((account) => account !== undefined);
  return found && { uid: Number(found[2]), gid: Number(found[3]) };
}

/** @throws Error with the program's own words if it fails. */
function runToEnd(
  program: string,
  parameters: readonly string[],
  { account, data }: { account: Partial<Account>; data: string },
) {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    ...account,
    cwd: path.dirname(data),
    encoding: 'utf8',
  });
  if (status === 0) return;
  throw new Error(`PostgreSQL's ${path.basename(program)} failed: ${error?.message ?? `${stdout}${stderr}`}`);
}

/** Between asking for a free port and using it another program may take it. */
async function startSomewhere(run: (port: number) => Promise<ChildProcess>) {
  return await persistently(async () => {
    const port = await freePort();
    return { server: await run(port), port };
  });
}

/** Tries again what fails for a moment only: a port just taken, or memory that killed processes have yet to leave. */
async function persistently<Result>(start: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
}

async function runServer(
  program: string,
  data: string,
  settings: Record<string, string>,
  account: Partial<Account>,
): Promise<ChildProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program, ['-D', data, ...options], {
    ...account,
    cwd: path.dirname(data),
    // A Ctrl-C is for the tests; they stop the server once they are through with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    await untilReady(server);
    return server;
  } catch (error) {
    await stopServer(server);
    throw error;
  }
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    const giveUp = (reason: string) => {
      reject(new Error(`PostgreSQL did not start: ${reason}\n${log}`));
    };
    const timer = setTimeout(() => giveUp(`no answer in ${START_TIMEOUT_MS / 1000} s`), START_TIMEOUT_MS);
    server.once('error', (error) => giveUp(error.message));
    server.once('exit', (code) => giveUp(`it exited with ${code}`));
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-10_000);
      if (!log.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function stopServer(server: ChildProcess): Promise<void> {
  const exited = untilExit(server);
  // PostgreSQL's fast shutdown: it does not wait for clients that forgot to disconnect.
  server.kill('SIGINT');
  await exited;
}

function untilExit(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) resolve();
    else server.once('exit', () => resolve());
  });
}

/** PostgreSQL's processes lead groups of their own, so a signal to the server's group would reach the server alone. */
function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals) {
  if (pid === undefined) return;
  // Held still, it starts no process while the others are looked up.
  process.kill(pid, 'SIGSTOP');
  for (const own of [...startedBy(pid), pid]) {
    try {
      process.kill(own, signal);
    } catch (error) {
      // A connection's process may have ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  if (signal !== 'SIGSTOP' && signal !== 'SIGKILL') process.kill(pid, 'SIGCONT');
}

function startedBy(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  const ids = existsSync(list)
    ? readFileSync(list, 'utf8')
    : spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout;
  return ids.split(/\s+/).filter(Boolean).map(Number);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('No free port was found.'));
      });
    });
  });
}
