import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openPost } from './mailer.ts';

const message = {
  to: 'jo@example.ca',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<1@reround.example>',
  date: new Date('2026-11-20T18:00:00Z'),
};

let server: Server;
afterEach(() => server.close());

/** A mail server that is never silent and never done with its answer. */
async function droning(): Promise<string> {
  server = createServer((socket) => {
    socket.write('220 hello\r\n');
    const timer = setInterval(() => socket.write('250-and\r\n'), 10);
    socket.on('error', () => {}).once('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a mail server that talks for ever is listened to for as long as a try may take', async () => {
  const mail = { smtpUrl: await droning(), from: 'letters@reround.example', dkim: undefined };
  const post = openPost({ mail }, 200);
  expect(await post?.send(message)).toMatchObject({ result: 'failed', code: null });
});

test('a try ends when the process does', async () => {
  const mail = { smtpUrl: await droning(), from: 'letters@reround.example', dkim: undefined };
  const stopping = new AbortController();
  const sent = openPost({ mail })?.send(message, stopping.signal);
  await once(server, 'connection');
  stopping.abort();
  expect(await sent).toMatchObject({ result: 'failed', code: null });
});
