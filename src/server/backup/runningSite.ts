import { createServer, get, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/database.ts';
import type { Environment } from '#server/env.ts';
import { isNobodyThere, listenForOwner, ownerSocket } from '#server/ownerSocket.ts';
import { tarOf } from './archive.ts';
import { siteEntries } from './dump.ts';

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
      if (isNobodyThere(error)) resolve(null);
      else reject(new Error('The running site made no backup. Its log says why.', { cause: error }));
    });
  });
}
