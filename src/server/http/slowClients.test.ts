import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { donations } from '#server/schema.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { errorResponse } from '#shared/errors.ts';
import { type Bounds, defaultBounds } from './bounds.ts';
import { closeSlowBodies, slowClientOptions } from './slowClients.ts';

const site = useTestSite();
let app: FastifyInstance;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
});

async function serve(bounds: Partial<Bounds>) {
  app = await buildApp({
    site: { ...site.site },
    environment: { trustProxy: false, logLevel: 'silent' },
    bounds,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
}

/** A server of one route, for answers that the site's own calls give only where there is very much data. */
async function serveOnly(bounds: Partial<Bounds>, handler: RouteHandlerMethod) {
  const all = { ...defaultBounds, ...bounds };
  app = fastify(slowClientOptions(all));
  closeSlowBodies(app, all);
  app.all('/', handler);
  await app.listen({ port: 0, host: '127.0.0.1' });
}

const port = () => (app.server.address() as AddressInfo).port;

/** A client that says what it is told to and never closes its end. */
async function client(text: string) {
  const socket = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true }).setEncoding('latin1');
  sockets.push(socket);
  let answer = '';
  socket.on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => {});
  const ended = once(socket, 'end');
  await once(socket, 'connect');
  socket.write(text);
  return { socket, ended, answer: () => answer };
}

const connections = () =>
  new Promise<number>((resolve) => {
    app.server.getConnections((_error, count) => resolve(count));
  });

const head = (address: string, length: number | string, more = '') =>
  `POST ${address} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;

const donation = JSON.stringify({ studentId: 'D1', weight: '1-2kg', date: '2026-11-20' });

function expectLate(answer: string) {
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  const body = errorResponse.strict().parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? ''));
  expect(body.error).toBe('The request took too long to arrive.');
}

test('headers and body have less than fifteen seconds together', () => {
  const { headersMilliseconds, bodyMilliseconds } = defaultBounds;
  const checking = 1000;
  expect(headersMilliseconds + checking + bodyMilliseconds).toBeLessThan(15_000);
});

describe('a client that takes too long', () => {
  test.each([
    ['to say anything', ''],
    ['over its headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nCookie: a='],
  ])('%s is answered 408 and its connection closed, others are served meanwhile', async (_what, text) => {
    // Long enough for the others on a busy machine, whose headers have no longer.
    await serve({ headersMilliseconds: 2_000 });
    const slow = await client(text);
    expect((await fetch(`http://127.0.0.1:${port()}/healthz`)).status).toBe(200);
    await slow.ended;
    expectLate(slow.answer());
    slow.socket.destroy();
  });

  test('over its headers on a connection that it keeps is closed too', async () => {
    await serve({ headersMilliseconds: 2_000 });
    const slow = await client('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(slow.answer).toContain('{"ok":true}');
    slow.socket.write('GET /healthz HTTP/1.1\r\nHo');
    await slow.ended;
    expect(slow.answer()).toContain('HTTP/1.1 408 ');
  });

  test('over its body is answered 408, its connection closed, and nothing is done', async () => {
    await serve({ bodyMilliseconds: 100 });
    const slow = await client(head('/api/donations', donation.length) + donation.slice(0, -1));
    await slow.ended;
    expectLate(slow.answer());
    await expect.poll(connections).toBe(0);
    slow.socket.write(donation.slice(-1));
    expect(await site.database.select().from(donations)).toEqual([]);
  });

  test('over a body in chunks is closed too', async () => {
    await serve({ bodyMilliseconds: 100 });
    const chunked = head('/api/donations', 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    const slow = await client(`${chunked}5\r\n{"stu\r\n`);
    await slow.ended;
    expectLate(slow.answer());
  });

  test.each([
    ['that was refused before it was read', '/api/admin/partners', 401],
    ['for an address that there is not', '/api/nothing', 404],
    ['for an address that cannot be read', '/%', 400],
    ['under a method that the address does not take', '/api/partners', 405],
  ])('over a body %s is closed', async (_what, address, status) => {
    await serve({ bodyMilliseconds: 100 });
    const slow = await client(`${head(address, 50)}{"a"`);
    await slow.ended;
    expect(slow.answer()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    await expect.poll(connections).toBe(0);
  });

  test('is not one whose body is whole and whose answer takes a while', async () => {
    await serveOnly({ bodyMilliseconds: 50 }, async () => {
      await setTimeout(200);
      return { ok: true };
    });
    const patient = await client(head('/', donation.length) + donation);
    await expect.poll(patient.answer).toContain('200 OK');
  });

  test('to hang up after an answer that no request led to is closed', async () => {
    await serve({});
    const stubborn = await client('no HTTP\r\n\r\n');
    await stubborn.ended;
    await expect.poll(connections, { timeout: 5000 }).toBe(0);
  });
});

describe('an upload', () => {
  async function begin(bounds: Partial<Bounds>, admin = true) {
    await serve(bounds);
    const signedIn = await site.admin();
    const cookie = [...signedIn.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const form = new Response(
      (() => {
        const data = new FormData();
        data.append('photo', new Blob([new Uint8Array(picture)]), 'a.png');
        return data;
      })(),
    );
    const body = Buffer.from(await form.arrayBuffer());
    const type = form.headers.get('content-type') ?? '';
    const more = admin ? `Cookie: ${cookie}\r\nX-CSRF-Token: ${signedIn.csrfToken}\r\n` : '';
    const start = head('/api/admin/photos/upload', body.length, more).replace('application/json', type);
    return { body, uploader: await client(start) };
  }

  test('may take longer than a form as long as it goes on', async () => {
    const { body, uploader } = await begin({
      bodyMilliseconds: 100,
      uploadSpanMilliseconds: 300,
      uploadSpanBytes: 5,
    });
    const step = Math.ceil(body.length / 8);
    for (let at = 0; at < body.length; at += step) {
      uploader.socket.write(body.subarray(at, at + step));
      await setTimeout(50);
    }
    await expect.poll(uploader.answer).toMatch(/^HTTP\/1.1 200 /);
  });

  test('that stops is answered 408 and closed, and one that only dribbles', async () => {
    const { body, uploader } = await begin({ uploadSpanMilliseconds: 100, uploadSpanBytes: 100 });
    uploader.socket.write(body.subarray(0, 150));
    const dribble = setInterval(() => uploader.socket.write('x'), 30);
    await uploader.ended;
    clearInterval(dribble);
    expectLate(uploader.answer());
    await expect.poll(connections).toBe(0);
  });

  test('has a longest time even while it goes on', async () => {
    const { body, uploader } = await begin({
      uploadMilliseconds: 400,
      headersMilliseconds: 300,
      uploadSpanMilliseconds: 100,
      uploadSpanBytes: 1,
    });
    const drip = setInterval(() => uploader.socket.write(body.subarray(0, 2)), 20);
    await uploader.ended;
    clearInterval(drip);
    expectLate(uploader.answer());
  });

  test('of somebody who may not upload has no longer than a form', async () => {
    const { uploader } = await begin({ bodyMilliseconds: 100 }, false);
    await uploader.ended;
    expect(uploader.answer()).toMatch(/^HTTP\/1.1 401 /);
    await expect.poll(connections).toBe(0);
  });
});

describe('an answer', () => {
  function endless() {
    const state = { sent: 0, closed: false };
    const stream = new Readable({
      read() {
        state.sent += 1;
        this.push(Buffer.alloc(64 * 1024));
      },
      destroy(error, done) {
        state.closed = true;
        done(error);
      },
    });
    return { state, stream };
  }

  test('that nobody reads is given up', async () => {
    const { state, stream } = endless();
    await serveOnly({ idleMilliseconds: 200 }, (_request, reply) => reply.send(stream));
    const deaf = await client('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    deaf.socket.pause();
    await expect.poll(() => state.closed, { timeout: 5000 }).toBe(true);
    await expect.poll(connections).toBe(0);
  });

  test('that somebody reads slowly goes on', async () => {
    const { state, stream } = endless();
    await serveOnly({ idleMilliseconds: 300 }, (_request, reply) => reply.send(stream));
    const slow = await client('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    slow.socket.pause();
    // The system's own buffers hold so much that a smaller step need not reach the server.
    const step = 4_000_000;
    for (let pause = 1; pause <= 12; pause += 1) {
      await setTimeout(100);
      slow.socket.resume();
      await expect.poll(() => slow.socket.bytesRead, { interval: 5 }).toBeGreaterThan(pause * step);
      slow.socket.pause();
    }
    expect(state.closed).toBe(false);
  });
});

test('a connection beyond the most is closed at once, and there is room again when another ends', async () => {
  await serve({ connections: 2 });
  const first = await client('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const second = await client('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(second.answer).toContain('200 OK');
  const third = await client('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await third.ended;
  expect(third.answer()).toBe('');
  first.socket.destroy();
  await expect.poll(connections).toBe(1);
  const fourth = await client('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(fourth.answer).toContain('200 OK');
});
