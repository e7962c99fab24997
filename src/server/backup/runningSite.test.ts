import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listenForOwner, ownerSocket } from './runningSite.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-socket-'));
});
afterEach(() => rm(directory, { recursive: true }));

test.each([1, 60, 200])('reaches a socket in a folder whose name has %i letters', async (letters) => {
  const dataDirectory = join(directory, 'd'.repeat(letters));
  await mkdir(dataDirectory);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const server = createServer((socket) => socket.end('hello'));
    await listenForOwner(server, ownerSocket(dataDirectory, 'health.socket'));
    expect((await stat(join(dataDirectory, 'health.socket'))).mode & 0o777).toBe(0o600);
    const client = connect(ownerSocket(dataDirectory, 'health.socket')).setEncoding('utf8');
    expect(await once(client, 'data')).toEqual(['hello']);
    server.close();
    await once(server, 'close');
    expect(await readdir(dataDirectory)).toEqual([]);
  }
});

test('returns the plain path for a missing folder', () => {
  const dataDirectory = join(directory, 'd'.repeat(200));
  expect(ownerSocket(dataDirectory, 'health.socket')).toBe(join(dataDirectory, 'health.socket'));
});
