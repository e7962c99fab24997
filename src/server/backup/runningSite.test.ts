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
  const data = join(directory, 'd'.repeat(letters));
  await mkdir(data);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const server = createServer((socket) => socket.end('hello'));
    await listenForOwner(server, ownerSocket(data, 'health.socket'));
    expect((await stat(join(data, 'health.socket'))).mode & 0o777).toBe(0o600);
    const client = connect(ownerSocket(data, 'health.socket')).setEncoding('utf8');
    expect(await once(client, 'data')).toEqual(['hello']);
    server.close();
    await once(server, 'close');
    expect(await readdir(data)).toEqual([]);
  }
});

test('returns the plain path for a missing folder', () => {
  const data = join(directory, 'd'.repeat(200));
  expect(ownerSocket(data, 'health.socket')).toBe(join(data, 'health.socket'));
});
