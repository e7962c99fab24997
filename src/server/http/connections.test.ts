import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { expect, test, vi } from 'vitest';
import { finishRequests } from './hooks.ts';

test('answers a request that received before the stop, and closes its connection', async () => {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  finishRequests(app);
  const received = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  app.get('/', async () => {
    received.resolve(undefined);
    await released.promise;
    return 'done';
  });
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const request = get({ port, agent: new Agent({ keepAlive: true }) });
  await received.promise;
  const closing = app.close();
  await vi.waitUntil(() => !app.server.listening);
  released.resolve(undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.headers.connection).toBe('close');
  expect(await text(answer)).toBe('done');
  await closing;
});
