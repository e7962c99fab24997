import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { useMailbox } from '#server/testing/harness.ts';
import { createMailer } from './mailer.ts';

const message = {
  to: 'jo@example.ca',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<1@reround.example>',
  date: new Date('2026-11-20T18:00:00Z'),
};

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a mail server whose greeting never ends. */
async function startEndlessServer(): Promise<string> {
  server = createServer((socket) => {
    socket.write('220 hello\r\n');
    const timer = setInterval(() => socket.write('250-and\r\n'), 10);
    socket.on('error', () => {}).once('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('gives up on a mail server whose answer never ends', async () => {
  const mail = { smtpUrl: await startEndlessServer(), from: 'letters@reround.example', dkim: undefined };
  const mailer = createMailer({ mail }, 200);
  expect(await mailer?.send(message)).toMatchObject({ result: 'failed', code: null });
});

test('a try ends when the process stops', async () => {
  const mail = { smtpUrl: await startEndlessServer(), from: 'letters@reround.example', dkim: undefined };
  const stopping = new AbortController();
  const sent = createMailer({ mail })?.send(message, stopping.signal);
  await once(server!, 'connection');
  stopping.abort();
  expect(await sent).toMatchObject({ result: 'failed', code: null });
});

describe('an address', () => {
  const mailbox = useMailbox();

  test.each([
    ['smith&jones@example.ca', 'smith&jones@example.ca'],
    ['a/b=c@example.ca', 'a/b=c@example.ca'],
    ["o'brien{1}@example.ca", "o'brien{1}@example.ca"],
    ['x@exemple.québec', 'x@exemple.xn--qubec-csa'],
    ['x@exemple.xn--qubec-csa', 'x@exemple.xn--qubec-csa'],
    // A non-ASCII local part is sent unchanged, which the server has to support (RFC 6531).
    ['frédéric@example.ca', 'frédéric@example.ca'],
    ['ᐊᓂᔑᓇᐯ@exemple.québec', 'ᐊᓂᔑᓇᐯ@exemple.québec'],
  ])('%s is sent as %s', async (to, written) => {
    expect(await mailbox.mailer().send({ ...message, to })).toMatchObject({ result: 'sent' });
    const [delivery] = mailbox.deliveries;
    expect(delivery?.raw).toContain(`\r\nTo: ${written}\r\n`);
    // The test server decodes punycode.
    expect(delivery?.to).toEqual([to.replace('xn--qubec-csa', 'québec')]);
  });
});
