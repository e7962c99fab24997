import { createServer, get, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/database.ts';
import type { Environment } from '#server/env.ts';
import { tarOf } from './archive.ts';
import { siteEntries } from './write.ts';
import { constants, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { join } from 'node:path';

const socketPath = (dataDirectory: string) => ownerSocket(dataDirectory, 'backup.socket');

/**
 * Sends a backup to whoever asks at a socket in the data directory that only its owner may use: the embedded database belongs
 * to this process alone.
 */
export async function serveBackups(
  app: FastifyInstance,
  database: Database,
  environment: Environment,
  onAsked: () => Promise<void>,
): Promise<void> {
  const server = createServer((_request, response) => {
    onAsked()
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

/** The tar of a backup that the running site makes; null if no site runs. */
export async function askRunningSite(dataDirectory: string): Promise<IncomingMessage | null> {
  return await new Promise((resolve, reject) => {
    get({ socketPath: socketPath(dataDirectory) }, resolve).once('error', (error: NodeJS.ErrnoException) => {
      if (isServerAbsent(error)) resolve(null);
      else reject(new Error('The running site made no backup. Its log says why.', { cause: error }));
    });
  });
}

/*
 * The embedded database belongs to the server's process alone. Commands of whoever owns its files ask that process, over
 * sockets in the data directory.
 */

/** The address of a socket has room for so many bytes: 108 with a zero at their end. */
const LONGEST_PATH = 107;

/** Where a socket in a data directory can be reached. A longer path than an address has room for leads past an open folder. */
export function ownerSocket(dataDirectory: string, name: string): string {
  const path = join(dataDirectory, name);
  if (Buffer.byteLength(path) <= LONGEST_PATH || process.platform !== 'linux') return path;
  const folder = openFolder(dataDirectory);
  return folder === null ? path : `/proc/self/fd/${folder}/${name}`;
}

const folders = new Map<string, number>();

/** Opened once and kept open: whoever listens removes the socket by the same path. Null where there is none. */
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

/** Listens at a path in place of a socket that a server which was killed may have left there. */
export async function listenForOwner(server: Server, path: string): Promise<void> {
  await rm(path, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Nobody else may ask, not even between the socket's making and a change of its mode.
    const usual = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(usual);
  });
}

/** Whether a socket could not be reached because no server runs. */
function isServerAbsent(error: NodeJS.ErrnoException): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'EINVAL'].includes(error.code ?? '');
}
