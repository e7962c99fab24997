import type { IncomingMessage, ServerOptions } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bounds } from './bounds.ts';
import { refuseUnreadable } from './unreadable.ts';

/** What Node itself watches: headers, the longest that any request takes to arrive, quiet connections. */
export function slowClientOptions(bounds: Bounds) {
  const http: ServerOptions = {
    headersTimeout: bounds.headersMilliseconds,
    // Node looks for late requests only so often: each half a minute unless told.
    connectionsCheckingInterval: Math.min(1000, bounds.headersMilliseconds / 2),
  };
  return {
    http,
    requestTimeout: bounds.uploadMilliseconds,
    connectionTimeout: bounds.idleMilliseconds,
    keepAliveTimeout: bounds.keptMilliseconds,
  };
}

const watches = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Closes the connection of a body that trickles in. Node knows one time-out for all requests, and a photo
 * over a poor connection needs a longer one than a form.
 */
export function closeSlowBodies(app: FastifyInstance, bounds: Bounds): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      // What has arrived while the process was busy is read first, and may be the rest.
      const late = () => setImmediate(() => close(request, reply));
      watch(request, setTimeout(late, bounds.bodyMilliseconds));
    }
    done();
  });
}

/** Lets an upload take its time as long as it goes on. */
export function watchUpload(request: FastifyRequest, reply: FastifyReply, bounds: Bounds): void {
  const { socket } = request.raw;
  let before = socket.bytesRead;
  const look = () => {
    if (socket.bytesRead - before < bounds.uploadSpanBytes) close(request, reply);
    before = socket.bytesRead;
  };
  clearTimeout(watches.get(request.raw));
  watch(request, setInterval(look, bounds.uploadSpanMilliseconds));
}

function watch({ raw }: FastifyRequest, timer: NodeJS.Timeout): void {
  const stop = () => clearInterval(timer);
  // A request that a test injects comes over no connection.
  if (!(raw.socket instanceof Socket)) return stop();
  watches.set(raw, timer);
  raw.once('end', stop);
  raw.once('close', stop);
}

function close({ raw }: FastifyRequest, reply: FastifyReply): void {
  clearInterval(watches.get(raw));
  if (raw.complete) return;
  if (reply.raw.headersSent) raw.destroy();
  else refuseUnreadable(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
}
