import { Server } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const LOOK_MILLISECONDS = 50;
/** Looks in a row that must find nothing new before connections that wait are closed. */
const QUIET_LOOKS = 6;

/**
 * Lets a stop answer the requests that are on their way. Node's own close cuts off every connection on which
 * nothing was read yet, though under load the next request is often there already, unread. So the server first
 * stops listening and goes on answering, each answer being its connection's last, until nothing more comes.
 */
export function finishRequests(app: FastifyInstance): void {
  let events = 0;
  let isFinishing = false;
  app.addHook('onRequest', (_request, _reply, done) => {
    events += 1;
    done();
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    events += 1;
    done();
  });
  // Fastify says so of requests that come from now on alone. Whoever asked before and is not told would send the next one into
  // the closing of a connection that has fallen idle.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isFinishing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    isFinishing = true;
    Server.prototype.close.call(server);
    // Looks are counted, not time: a long statement may have kept the process from reading all the while.
    for (let looks = 0, seen = events; looks < QUIET_LOOKS && (await hasConnections(server)); looks += 1) {
      await setTimeout(LOOK_MILLISECONDS);
      await setImmediate();
      if (events !== seen) looks = 0;
      seen = events;
    }
    // Those that are busy still are closed once they fall idle: kept alive, they would hold the stop up.
    const timer = setInterval(() => app.server.closeIdleConnections(), 100);
    server.once('close', () => clearInterval(timer));
  });
}

function hasConnections(server: Server): Promise<boolean> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null && count > 0));
  });
}
