import { constants, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/database.ts';
import type { Environment } from '#server/env.ts';
import { tarOf } from './archive.ts';
import { siteEntries } from './write.ts';

const socketPath = (dataDirectory: string) => ownerSocket(dataDirectory, 'backup.socket');

/**
 * Sends a backup to the backup command, over a socket in the data directory that only its owner may use. Only this process
 * has the embedded database open.
 */
export async function serveBackups(
  app: FastifyInstance,
  database: Database,
  environment: Environment,
  onRequest: () => Promise<void>,
): Promise<void> {
  const server = createServer((_request, response) => {
    onRequest()
      .then(() => pipeline(tarOf(siteEntries(database, environment)), response))
      .catch((error: unknown) => {
        app.log.warn({ error }, 'a backup failed');
        response.destroy();
      });
  });
  app.addHook('onClose', async () => {
    server.close().closeAllConnections();
  });
  await listenForOwner(server, socketPath(environment.dataDirectory)).catch((error: unknown) => {
    app.log.warn({ error }, 'no socket can be made in DATA_DIR: stop the site before backing it up');
  });
}

/** The tar of a backup from the running site; null if no site runs. */
export async function askRunningSite(dataDirectory: string): Promise<IncomingMessage | null> {
  return await new Promise((resolve, reject) => {
    get({ socketPath: socketPath(dataDirectory) }, resolve).once('error', (error: NodeJS.ErrnoException) => {
      if (isServerAbsent(error)) resolve(null);
      else reject(new Error('The running site made no backup. Its log says why.', { cause: error }));
    });
  });
}

/** Bytes of a socket's path: Linux has room for 108 with the zero at the end. */
const LONGEST_PATH = 107;

/** The path of a socket in a data directory. A path too long for a socket goes through the open folder in /proc. */
export function ownerSocket(dataDirectory: string, name: string): string {
  const path = join(dataDirectory, name);
  if (Buffer.byteLength(path) <= LONGEST_PATH || process.platform !== 'linux') return path;
  const folder = openFolder(dataDirectory);
  return folder === null ? path : `/proc/self/fd/${folder}/${name}`;
}

const folders = new Map<string, number>();

/**
 * The descriptor of a folder; null if there is no folder. It is opened once and never closed, so that the socket can be
 * removed by the same path.
 */
function openFolder(path: string): number | null {
  try {
    const folder = folders.get(path) ?? openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
    folders.set(path, folder);
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/** Listens at a path, replacing a socket that a killed server left there. */
export async function listenForOwner(server: Server, path: string): Promise<void> {
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The socket is private from the first moment, which a later chmod could not give.
    const previousMask = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(previousMask);
  });
}

/** Whether a socket could not be reached because no server runs. A path too long for a socket gives EINVAL. */
function isServerAbsent(error: NodeJS.ErrnoException): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'EINVAL'].includes(error.code ?? '');
}
