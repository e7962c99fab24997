import { rm } from 'node:fs/promises';
import type { Server } from 'node:net';

/*
 * The embedded database belongs to the server's process alone. Commands of whoever owns its files ask that process, over
 * sockets in the data directory.
 */

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
export function isNobodyThere(error: NodeJS.ErrnoException): boolean {
  return ['ENOENT', 'ECONNREFUSED', 'EINVAL'].includes(error.code ?? '');
}
