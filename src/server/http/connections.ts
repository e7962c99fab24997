import { Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Far more than a browser or a proxy ever has under way on one connection. */
const MOST_UNDER_WAY = 10;
const LAST_REQUESTS_MILLISECONDS = 300;

/** Closes a connection that does not wait for answers: Node starts every request as soon as it has read it. */
export function boundPipelining(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>();
  const change = (socket: Socket, by: 1 | -1) => {
    const count = (underWay.get(socket) ?? 0) + by;
    underWay.set(socket, count);
    return count;
  };
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    reply.raw.once('close', () => change(socket, -1));
    if (change(socket, 1) <= MOST_UNDER_WAY) return done();
    reply.hijack();
    socket.destroy();
  });
}

/**
 * Lets a stop answer the requests that are on their way. Node's own close cuts off connections on which nothing was read
 * yet, where the next request may be there already: so the server first only stops listening, and each answer is its
 * connection's last.
 */
export function finishRequests(app: FastifyInstance): void {
  let isFinishing = false;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isFinishing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    isFinishing = true;
    Server.prototype.close.call(app.server);
    await setTimeout(LAST_REQUESTS_MILLISECONDS);
  });
}
