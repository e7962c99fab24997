import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorResponse } from '#shared/errors.ts';
import { Refusal } from './refusal.ts';

const sentences: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  408: 'The request took too long to arrive.',
  431: 'The request has too many headers.',
};

/** Destroyed with bytes unread, a connection may lose the answer before the client has it. */
const LINGER_MILLISECONDS = 1000;

const statusByCause: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers what never became a request in the one error shape. Nothing is logged: such an error carries
 * the bytes that came, cookies among them.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusByCause[error.code ?? ''] ?? 400;
  const answer: ErrorResponse = { ok: false, error: sentences[status] ?? '', code: 'invalid_input' };
  const body = JSON.stringify(answer);
  // A client that keeps its end open would keep the connection, and one that was late could still finish.
  if (status === 408) socket.once('finish', () => socket.destroy());
  else setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      'X-Content-Type-Options: nosniff',
      "Content-Security-Policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'Cache-Control: no-store',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}

/**
 * Refuses a request that does not say once to which host it goes, as RFC 9112 asks: of two a proxy may have
 * followed the other one. Node keeps the first, and has no answer of ours for none.
 */
export function refuseUnclearHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
    if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return done();
    reply.header('connection', 'close');
    done(new Refusal('invalid_input', 'The request could not be read.'));
  });
}
