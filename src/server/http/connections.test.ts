import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fastify } from 'fastify';
import { expect, test, vi } from 'vitest';
import { finishRequests } from './hooks.ts';

test('a request that came before the stop gets its answer, and is told that it is the last on its connection', async () => {
  const app = fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  finishRequests(app);
  const came = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  app.get('/', async () => {
    came.resolve(undefined);
    await released.promise;
    return 'done';
  });
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const asked = get({ port, agent: new Agent({ keepAlive: true }) });
  await came.promise;
  const closing = app.close();
  await vi.waitUntil(() => !app.server.listening);
  released.resolve(undefined);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.headers.connection).toBe('close');
  expect(await text(answer)).toBe('done');
  await closing;
});
