import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { repository } from '#server/files.ts';
import { startParameters } from '#server/testing/process.ts';
import { makeSite, type SignIns } from './makeSite.ts';

export interface Demo extends SignIns {
  url: string;
  server: ChildProcess;
}

interface DemoOptions {
  /** An empty folder for the demo's data. */
  folder: string;
  seed: number;
  /** Length of the year. */
  days: number;
  /** 0 for any free port. */
  port: number;
}

/**
 * Makes a year and starts the built site on it, without this process's settings.
 *
 * @throws Error if the port is taken, or the site does not start.
 */
export async function startDemo({ folder, seed, days, port: requestedPort }: DemoOptions): Promise<Demo> {
  const port = await freePort(requestedPort);
  const url = `http://localhost:${port}`;
  const dataDirectory = join(folder, 'data');
  const signIns = await makeSite({ dataDirectory, seed, days, now: new Date(), publicUrl: url });
  const { PATH = '' } = process.env;
  const server = spawn(process.execPath, startParameters, {
    cwd: repository,
    env: { PATH, DATA_DIR: dataDirectory, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Killed before the folder is removed, whatever ends this process.
  process.prependOnceListener('exit', () => server.kill('SIGKILL'));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('ReRound is ready')) resolve();
    });
    server.once('close', () => reject(new Error(`The site did not start.\n${output}`)));
  });
  server.stdout.removeAllListeners('data').pipe(process.stdout);
  return { ...signIns, url, server };
}

/** Stops a demo's site by SIGTERM. */
export async function stopDemo({ server }: Pick<Demo, 'server'>): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'close');
  server.kill('SIGTERM');
  await ended;
}

/** Checks a port before the year is made, which takes a minute. */
async function freePort(requestedPort: number): Promise<number> {
  const probe = createServer().listen(requestedPort, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    throw new Error(`Port ${requestedPort} is in use. Choose another: npm run demo -- --port=3100`);
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : requestedPort;
}
