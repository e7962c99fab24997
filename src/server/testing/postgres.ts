import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface ThrowawayPostgres {
  url: string;
  /** Ends all its processes at once with SIGKILL; the files stay. */
  kill: () => Promise<void>;
  /** Starts it again on the same port and files, after `kill`. */
  start: () => Promise<void>;
  /** Stops the server and removes its files. */
  stop: () => Promise<void>;
}

interface Options {
  /** Flushes every commit, as PostgreSQL does by default. Without it the server is quick and forgets in a crash. */
  durable?: boolean;
}

interface Account {
  uid: number;
  gid: number;
}

const debianFolder = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;
const START_ATTEMPTS = 5;
const LOCALE = process.platform === 'linux' ? 'C.UTF-8' : 'C';

/** The files are deleted after the tests, so nothing has to reach the disk. */
const withoutFlushes = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Starts a PostgreSQL server on a free port, with its files in the temporary folder.
 *
 * @returns null if this machine has no PostgreSQL, or no other account than root, as which it refuses to run.
 */
export async function startThrowawayPostgres({
  durable = false,
}: Options = {}): Promise<ThrowawayPostgres | null> {
  const programs = findPostgres();
  const account: Partial<Account> | undefined = process.getuid?.() === 0 ? unprivilegedAccount() : {};
  if (!programs || !account) return null;
  return await startCluster({ programs, account, durable });
}

interface Cluster {
  programs: string;
  account: Partial<Account>;
  durable: boolean;
}

/** Makes a cluster's files in a new folder and starts a server on them. */
async function startCluster({ programs, account, durable }: Cluster): Promise<ThrowawayPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
    const data = path.join(folder, 'data');
    runToEnd(
      path.join(programs, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${LOCALE}`, '--no-sync'],
      { account, data },
    );
    const run = (port: number) => {
      const settings = {
        listen_addresses: '127.0.0.1',
        port: String(port),
        unix_socket_directories: folder,
        max_connections: '200',
        lc_messages: 'C',
        ...(!durable && withoutFlushes),
      };
      return runServer(path.join(programs, 'postgres'), data, settings, account);
    };
    const { port, ...started } = await startOnFreePort(run);
    let { server } = started;
    // If the tests are interrupted, nothing else stops the server.
    const abandon = () => {
      server.kill('SIGQUIT');
      remove();
    };
    process.once('exit', abandon);
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      kill: async () => {
        const exited = waitForExit(server);
        killAll(server);
        await exited;
      },
      start: async () => {
        server = await retry(() => run(port));
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

/** The account for servers that refuse to run as root. */
export function unprivilegedAccount(): Account | undefined {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody']
    .map((wanted) => accounts.find(([name]) => name === wanted))
    .find((account) => account !== undefined);
  return found && { uid: Number(found[2]), gid: Number(found[3]) };
}

/** Runs a program to its end. @throws Error with the program's output if it fails. */
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

/** Tries several ports, because another program may take a free port before the server does. */
async function startOnFreePort(run: (port: number) => Promise<ChildProcess>) {
  return await retry(async () => {
    const port = await freePort();
    return { server: await run(port), port };
  });
}

/** Repeats a start that fails for a moment only, such as while killed processes still hold memory. */
async function retry<Result>(start: () => Promise<Result>): Promise<Result> {
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
    // Detached, so that a Ctrl-C reaches only the tests, which then stop the server.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    await waitUntilReady(server);
    return server;
  } catch (error) {
    await stopServer(server);
    throw error;
  }
}

function waitUntilReady(server: ChildProcess): Promise<void> {
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
  const exited = waitForExit(server);
  // PostgreSQL's fast shutdown: it does not wait for clients that forgot to disconnect.
  server.kill('SIGINT');
  await exited;
}

function waitForExit(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) resolve();
    else server.once('exit', () => resolve());
  });
}

/** Kills each process, because PostgreSQL's children are not in the server's process group. */
function killAll({ pid }: ChildProcess) {
  if (pid === undefined) return;
  // A stopped server starts no process while its children are looked up.
  process.kill(pid, 'SIGSTOP');
  for (const id of [...childrenOf(pid), pid]) {
    try {
      process.kill(id, 'SIGKILL');
    } catch (error) {
      // A connection's process may have ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function childrenOf(pid: number): number[] {
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
