import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { type Environment, readEnvironment } from '#server/env.ts';
import { useTestSite } from '#server/testing/testSite.ts';

const site = useTestSite();
const HERE = '127.0.0.1';
const ELSEWHERE = '127.0.0.2';
let app: FastifyInstance;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function serve(trustProxy: Environment['trustProxy'] = false, rateLimits = true) {
  app = await buildApp({
    site: { ...site.site, rateLimits },
    environment: { trustProxy, logLevel: 'silent' },
    bounds: { connectionsPerNetwork: 2 },
  });
  await app.listen({ port: 0, host: HERE });
}

/** Opens a connection and asks for something on it. Gives what came back: nothing where it was closed. */
async function open(localAddress: string) {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: HERE, localAddress }).setEncoding('latin1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])) as [
    string,
  ];
  return { socket, answer };
}

describe('connections of one address', () => {
  test('beyond its share are closed at once, others are served, and there is room again when one ends', async () => {
    await serve();
    const first = await open(HERE);
    expect((await open(HERE)).answer).toContain('200 OK');
    expect((await open(HERE)).answer).toBe('');
    expect((await open(ELSEWHERE)).answer).toContain('200 OK');
    first.socket.destroy();
    await expect.poll(async () => (await open(HERE)).answer).toContain('200 OK');
    expect((await open(HERE)).answer).toBe('');
  });

  test.each([
    ['true', 'true', '200 OK'],
    ['a number', '1', '200 OK'],
    ['its address', '10.0.0.0/8, 127.0.0.1', '200 OK'],
    ['a name for its range', 'loopback', '200 OK'],
    ['other addresses', '10.0.0.0/8', ''],
    ['false', 'false', ''],
  ])('with TRUST_PROXY as %s (%s): the third is answered “%s”', async (_what, setting, answer) => {
    await serve(readEnvironment({ TRUST_PROXY: setting }).trustProxy);
    await open(HERE);
    await open(HERE);
    const third = await open(HERE);
    expect(third.answer.slice(9, 15)).toBe(answer);
  });

  test('are any number where the limits are off', async () => {
    await serve(false, false);
    await open(HERE);
    await open(HERE);
    expect((await open(HERE)).answer).toContain('200 OK');
  });
});
