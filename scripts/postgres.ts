import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface ThrowawayPostgres {
  url: string;
  /** Stops the server and removes its files. */
  stop: () => Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

const debianFolder = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;

/**
 * Starts a PostgreSQL of its own on a free port, with its files in the temporary folder.
 *
 * Null where this machine has no PostgreSQL, or no account to run it as: it refuses to run as root.
 */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres | null> {
  const programs = findPrograms();
  const account: Partial<Account> | undefined = process.getuid?.() === 0 ? unprivilegedAccount() : {};
  if (!programs || !account) return null;

  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
    const data = path.join(folder, 'data');
    createCluster(path.join(programs, 'initdb'), data, account);
    const { server, port } = await startServer(path.join(programs, 'postgres'), data, folder, account);
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await stopServer(server);
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The folder of PostgreSQL's programs: the one on PATH, else the newest of Debian's. */
function findPrograms(): string | undefined {
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

function unprivilegedAccount(): Account | undefined {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody']
    .map((wanted) => accounts.find(([name]) => name === wanted))
    .find((account) => account !== undefined);
  return found && { uid: Number(found[2]), gid: Number(found[3]) };
}

function createCluster(initdb: string, data: string, account: Partial<Account>) {
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  const { status, stdout, stderr, error } = spawnSync(
    initdb,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'],
    { ...account, cwd: path.dirname(data), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`PostgreSQL's initdb failed: ${error?.message ?? `${stdout}${stderr}`}`);
}

async function startServer(program: string, data: string, sockets: string, account: Partial<Account>) {
  // Between asking for a free port and using it another program may take it.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: sockets,
      max_connections: '200',
      lc_messages: 'C',
      // The files live as long as the tests: nothing of them is worth a disk write.
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(program, ['-D', data, ...options], {
      ...account,
      cwd: sockets,
      // A Ctrl-C is for the tests; they stop the server once they are through with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      await untilReady(server);
      return { server, port };
    } catch (error) {
      await stopServer(server);
      if (attempt === 3) throw error;
    }
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

function stopServer(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) {
      resolve();
      return;
    }
    server.once('exit', () => resolve());
    // PostgreSQL's fast shutdown: it does not wait for clients that forgot to disconnect.
    server.kill('SIGINT');
  });
}

function freePort(): Promise<number> {
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
