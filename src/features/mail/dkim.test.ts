import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { beforeEach, expect, test } from 'vitest';
import { useMailbox } from '#server/testing/harness.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import { sampledAt, sampleMails } from '#server/testing/sampleMails.ts';
import { composeMessage } from './serverMessage.ts';

const mailbox = useMailbox();
const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
const privateKey = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const dkim = { domainName: 'reround.example', keySelector: 'letters', privateKey };
const switchOffUrl = 'https://reround.example/mail/off/token';

beforeEach(async () => {
  const row = {
    kind: 'donation_confirmed',
    language: 'en',
    content: sampleMails.donation_confirmed['usual'],
    createdAt: sampledAt,
    recipient: 'jo@example.ca',
    messageId: '<1@reround.example>',
  } as const;
  const messageSite = { publicUrl: 'https://reround.example', timeZone: 'America/Winnipeg' };
  await mailbox
    .mailer(dkim)
    .send(composeMessage(messageSite, row, placeholderOrganization, { switchOffUrl }));
});

/** Verifies a signature as a receiver does, which asks the name server for the public key. */
async function verifySignature(raw: string) {
  const publicKey = key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const { results } = await dkimVerify(raw, {
    resolver: async (name: string, type: string) => {
      expect([name, type]).toEqual(['letters._domainkey.reround.example', 'TXT']);
      return [[`v=DKIM1; k=rsa; p=${publicKey}`]];
    },
  });
  return results[0];
}

test('the signature of a mail can be verified, and covers the one-press unsubscribe', async () => {
  const [{ raw } = { raw: '' }] = mailbox.deliveries;
  expect(await verifySignature(raw)).toMatchObject({
    signingDomain: 'reround.example',
    status: { result: 'pass' },
  });
  const signedHeaders = /\bh=([^;]+);/.exec(raw.replaceAll(/\r\n\s+/g, ''))?.[1]?.split(':');
  expect(signedHeaders).toEqual(
    expect.arrayContaining([
      'from',
      'to',
      'subject',
      'date',
      'message-id',
      'auto-submitted',
      'list-unsubscribe',
      'list-unsubscribe-post',
    ]),
  );
  const changed = raw.replace('/mail/off/token', '/mail/off/other');
  expect(changed).not.toBe(raw);
  expect(await verifySignature(changed)).toMatchObject({ status: { result: 'fail' } });
});

test('a mail has the headers that mail programs act on', () => {
  const [delivery] = mailbox.deliveries;
  expect(delivery).toMatchObject({ from: 'letters@reround.example', to: ['jo@example.ca'] });
  const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(delivery?.raw ?? '')?.[1];
  expect({
    messageId: header('Message-ID'),
    date: header('Date'),
    automatic: header('Auto-Submitted'),
    from: header('From'),
    unsubscribe: header('List-Unsubscribe'),
    onePress: header('List-Unsubscribe-Post'),
  }).toEqual({
    messageId: '<1@reround.example>',
    date: 'Fri, 20 Nov 2026 18:00:00 +0000',
    automatic: 'auto-generated',
    from: 'ReRound <letters@reround.example>',
    unsubscribe: `<${switchOffUrl}>`,
    onePress: 'List-Unsubscribe=One-Click',
  });
});
