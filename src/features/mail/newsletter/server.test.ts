import { expect, beforeEach, describe, test } from 'vitest';
import { newsletterConfirmUrl, newsletterUnsubscribeUrl } from '#features/mail/serverLinks.ts';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { mails, newsletterSubscribers } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { newsletterConsent } from '#words/mail.ts';
import { contract } from './contract.ts';

const site = useTestSite();
const mailbox = useMailbox();

beforeEach(() => {
  site.site.mailer = mailbox.mailer();
});

async function subscribe(email: string, firstName?: string) {
  const headers = { referer: 'http://localhost:3000/?from=poster' };
  return await site.visitor().call(contract.subscribe, { body: { email, firstName } }, { headers });
}

const listRows = () => site.database.select().from(newsletterSubscribers);
const pathOf = (url: string) => new URL(url).pathname;
const confirmPath = (id = 1) => pathOf(newsletterConfirmUrl(site.site, { id, language: 'en' }));
const unsubscribePath = (id = 1) => pathOf(newsletterUnsubscribeUrl(site.site, { id, language: 'en' }));

describe('subscribing while mail is on', () => {
  test('asks for a confirmation by mail, stores the consent, and counts once confirmed', async () => {
    const { body } = await subscribe('jo@example.ca', 'Jo');
    expect(body.message).toBe('Almost done. Please open the link in the mail that we send you.');
    const expectedRow = {
      consentText: newsletterConsent,
      source: '/',
      address: '127.0.0.1',
      createdAt: site.now,
      confirmedAt: null,
    };
    expect(await listRows()).toMatchObject([expectedRow]);
    const id = (await listRows())[0]!.id;
    expect(await site.database.select().from(mails)).toMatchObject([
      { kind: 'newsletter_confirmation', recipient: 'jo@example.ca', content: { subscriberId: id } },
    ]);
    await sendDueMail(site.site);
    expect(mailbox.deliveries[0]?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');

    const question = await site.visitor().send<string>('GET', confirmPath(id));
    expect(question.body).toContain('We will send news and updates to jo@example.ca');
    expect(await listRows()).toMatchObject([{ confirmedAt: null }]);
    site.pass({ minutes: 5 });
    const firstPress = await site.visitor().send<string>('POST', confirmPath(id));
    const confirmedAt = site.now;
    site.pass({ minutes: 5 });
    const secondPress = await site.visitor().send<string>('POST', confirmPath(id));
    expect([firstPress.status, secondPress.body]).toEqual([200, firstPress.body]);
    expect(await listRows()).toMatchObject([{ confirmedAt }]);
    expect((await site.audit()).map(({ action }) => action)).toEqual([
      'newsletter.confirmed',
      'newsletter.subscribed',
    ]);
  });

  test('sends a link to an address once an hour, and none to a subscriber, always with the same answer', async () => {
    const firstAnswer = await subscribe('jo@example.ca');
    expect((await subscribe('JO@example.ca')).body).toEqual(firstAnswer.body);
    expect(await site.database.$count(mails)).toBe(1);
    site.pass({ minutes: 60 });
    await subscribe('jo@example.ca');
    expect(await site.database.$count(mails)).toBe(2);
    const id = (await listRows())[0]!.id;
    await site.visitor().send('POST', confirmPath(id));
    site.pass({ minutes: 61 });
    expect((await subscribe('jo@example.ca')).body).toEqual(firstAnswer.body);
    expect(await site.database.$count(mails)).toBe(2);
  });

  test('after unsubscribing asks for a new confirmation, and the old link no longer counts', async () => {
    await subscribe('jo@example.ca');
    const id = (await listRows())[0]!.id;
    await site.visitor().send('POST', confirmPath(id));
    const onePress = {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
    expect((await site.visitor().send('GET', unsubscribePath(id))).status).toBe(200);
    expect(await listRows()).toMatchObject([{ unsubscribedAt: null }]);
    expect((await site.visitor().send('POST', unsubscribePath(id), onePress)).status).toBe(200);
    expect(await listRows()).toMatchObject([{ unsubscribedAt: site.now }]);
    const { body } = await site.visitor().send<string>('POST', confirmPath(id));
    expect(body).toContain('You are not subscribed');
    site.pass({ minutes: 5 });
    await subscribe('jo@example.ca');
    expect(await listRows()).toMatchObject([
      { unsubscribedAt: null, confirmedAt: null, createdAt: site.now },
    ]);
    expect(await site.database.$count(mails)).toBe(2);
    await subscribe('jo@example.ca');
    expect(await site.database.$count(mails)).toBe(2);
  });

  test('in French leads to French pages, from the mail and from the exported file', async () => {
    await site
      .visitor()
      .call(
        contract.subscribe,
        { body: { email: 'ann@example.ca' } },
        { headers: { 'accept-language': 'fr' } },
      );
    await sendDueMail(site.site);
    const { mail } = mailbox.deliveries[0]!;
    expect(mail.subject).toBe('Infolettre ReRound\u00a0: confirmez votre abonnement');
    const [confirm = ''] = /\/fr\/newsletter\/confirm\/\S+/.exec(mail.text ?? '') ?? [];
    const [unsubscribe = ''] = /\/fr\/newsletter\/unsubscribe\/\S+/.exec(mail.text ?? '') ?? [];
    const bodyOf = async (method: 'GET' | 'POST', path: string) =>
      (await site.visitor().send<string>(method, path)).body;
    expect(await bodyOf('GET', confirm)).toContain('Vous pouvez vous désabonner en tout temps.');
    expect(await bodyOf('POST', confirm)).toContain('Abonnement confirmé');
    const file = await (await site.admin()).send<string>('GET', '/api/admin/newsletter/export.csv');
    expect(file.body).toContain(unsubscribe);
    expect(file.body).toContain('""language"":""fr""');
    expect(await bodyOf('GET', unsubscribe)).toContain(
      'Nous n’enverrons plus d’infolettre à ann@example.ca.',
    );
    expect(await bodyOf('POST', unsubscribe)).toContain('Désabonnement confirmé');
    expect(await bodyOf('GET', confirm)).toContain('Aucun abonnement');
  });

  test('makes links that work for their own purpose only', async () => {
    await subscribe('jo@example.ca');
    const id = (await listRows())[0]!.id;
    const token = unsubscribePath(id).split('/').at(-1);
    for (const path of [`/newsletter/confirm/${token}`, `/mail/off/${token}`, '/newsletter/unsubscribe/x']) {
      expect((await site.visitor().send('POST', path)).status).toBe(404);
    }
    expect(await listRows()).toMatchObject([{ confirmedAt: null, unsubscribedAt: null }]);
  });
});

describe('the list of subscribers', () => {
  test('has all subscribers with their status, and exports those that count for listmonk', async () => {
    for (const email of ['ann@example.ca', 'ben@example.ca', 'cy@example.ca']) {
      await subscribe(email, email.slice(0, 3));
    }
    const [ann, , cy] = (await listRows()) as { id: number }[];
    for (const { id } of [ann!, cy!]) await site.visitor().send('POST', confirmPath(id));
    await site.visitor().send('POST', unsubscribePath(cy!.id));
    const admin = await site.admin();
    const { body } = await admin.call(contract.subscribers, {});
    expect(body).toMatchObject({
      total: 3,
      isMailOn: true,
      items: [
        { email: 'cy@example.ca', status: 'unsubscribed' },
        { email: 'ben@example.ca', status: 'waiting' },
        { email: 'ann@example.ca', status: 'confirmed', consentText: newsletterConsent, source: '/' },
      ],
    });
    const found = await admin.call(contract.subscribers, { query: { status: 'waiting', q: 'BEN@' } });
    expect(found.body.items).toMatchObject([{ email: 'ben@example.ca' }]);
    const file = await admin.send<string>('GET', '/api/admin/newsletter/export.csv');
    const [header, row, ...furtherRows] = file.body.replace('\ufeff', '').trim().split('\r\n');
    expect([header, furtherRows]).toEqual(['email,name,attributes', []]);
    expect(row).toMatch(/^ann@example\.ca,ann,"\{""subscribed_at"":/);
    expect(row).toContain(newsletterUnsubscribeUrl(site.site, { id: ann!.id, language: 'en' }));
    expect((await site.audit())[0]).toMatchObject({ action: 'newsletter.exported', details: { rows: 1 } });

    // Unsubscribed addresses have an export of their own, for listmonk's blocklist. Unconfirmed ones are never exported.
    const unsubscribed = await admin.send<string>(
      'GET',
      '/api/admin/newsletter/export.csv?status=unsubscribed',
    );
    expect(unsubscribed.body.trim().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^cy@example\.ca,/),
    ]);
    const waiting = await admin.send('GET', '/api/admin/newsletter/export.csv?status=waiting');
    expect(waiting).toMatchObject({
      status: 400,
      body: { fields: { status: expect.any(String) as string } },
    });
    site.site.mailer = null;
    const all = await admin.send<string>('GET', '/api/admin/newsletter/export.csv');
    expect(all.body.trim().split('\r\n')).toHaveLength(3);
  });
});

describe('subscribing while mail is off', () => {
  beforeEach(() => {
    site.site.mailer = null;
  });

  test('stores one row for an address in any capitals, and records it once without the address', async () => {
    const firstAnswer = await subscribe('jo@a.ca', 'Jo');
    const secondAnswer = await subscribe(' JO@a.ca ');
    expect([secondAnswer.status, secondAnswer.body]).toEqual([200, firstAnswer.body]);
    expect(await listRows()).toMatchObject([{ email: 'jo@a.ca', firstName: 'Jo' }]);
    expect(await site.audit()).toEqual([
      {
        id: expect.any(Number) as number,
        actor: 'visitor',
        actorRole: 'visitor',
        action: 'newsletter.subscribed',
        entityType: 'system',
        entityId: 1,
        participantId: null,
        details: {},
        address: '127.0.0.1',
        requestId: expect.any(String) as string,
        createdAt: site.now,
      },
    ]);
  });

  test.each([
    [{}, 'Please enter your email address'],
    [{ email: '  ' }, 'Please enter your email address'],
    [{ email: 'jo@' }, 'Please enter a valid email address'],
  ])('refuses %j and stores nothing', async (body, message) => {
    const refused = await site.visitor().refused(contract.subscribe, { body });
    expect(refused).toMatchObject({ status: 400, body: { error: message, fields: { email: message } } });
    expect(await listRows()).toEqual([]);
  });
});
