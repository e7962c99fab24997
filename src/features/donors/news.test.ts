import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { mails, participants } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { everyRow, loggedDonation } from '#server/testing/scenarios.ts';
import { contract } from './contract.ts';

const site = useTestSite();
const mailbox = useMailbox();

let admin: Client;

beforeEach(async () => {
  site.site.mailer = mailbox.mailer();
  admin = await site.admin();
  await loggedDonation(site, { studentId: 'AMARA' });
  await admin.call(contract.updateParticipant, {
    params: { id: 1 },
    body: { email: 'amara@example.ca' },
  });
});

/** Signs a donor in without a code, as before the site sent mail. */
async function signIn(studentId: string): Promise<Client> {
  const { mailer } = site.site;
  site.site.mailer = null;
  const donor = await site.donor(studentId);
  site.site.mailer = mailer;
  return donor;
}

const mailedKinds = async () =>
  (await site.database.select().from(mails).orderBy(asc(mails.id))).map(({ kind }) => kind);

/** Sends the due mail. Returns the path of its link that switches off this kind of mail. */
async function sendMailAndFindLink(): Promise<string> {
  await sendDueMail(site.site);
  const { mail } = mailbox.deliveries.at(-1)!;
  const { unsubscribe } = mail.headers.get('list') as unknown as { unsubscribe: { url: string } };
  expect(mail.headers.get('list')).toMatchObject({
    unsubscribe: { url: expect.stringContaining('/mail/off/') as string },
  });
  return new URL(unsubscribe.url).pathname;
}

describe('the link of a mail', () => {
  test('asks a question, whose button switches the kind off without a cookie and from any site', async () => {
    await loggedDonation(site, { studentId: 'AMARA' });
    const link = await sendMailAndFindLink();
    const before = await everyRow(site);
    const question = await site.visitor().send<string>('GET', link);
    expect(question).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(question.body).toContain(
      'We will not write to amara@example.ca any more when a donation is logged',
    );
    expect(question.body).toContain('method="post"');
    expect(await everyRow(site)).toEqual(before);

    const press = {
      body: 'List-Unsubscribe=One-Click',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://mail.example',
        'sec-fetch-site': 'cross-site',
      },
    };
    const done = await site.visitor().send<string>('POST', link, press);
    expect(done.status).toBe(200);
    expect(done.body).not.toContain('<form');
    expect((await site.visitor().send('POST', link, press)).status).toBe(200);
    await loggedDonation(site, { studentId: 'AMARA' });
    expect(await mailedKinds()).toEqual(['donation_logged']);
    expect((await site.audit()).filter(({ action }) => action === 'mail.news_stopped')).toMatchObject([
      { actor: 'visitor', details: { kind: 'donation_logged' } },
    ]);
  });

  test('of a French mail is in French', async () => {
    await site.database.update(participants).set({ language: 'fr' });
    await loggedDonation(site, { studentId: 'AMARA' });
    const link = await sendMailAndFindLink();
    expect(link).toMatch(/^\/fr\/mail\/off\//);
    const question = await site.visitor().send<string>('GET', link);
    expect(question.body).toContain('Nous n’écrirons plus à amara@example.ca quand un don est inscrit.');
    expect(question.body).toContain('<html lang="fr-CA">');
    const done = await site.visitor().send<string>('POST', link, { body: 'List-Unsubscribe=One-Click' });
    expect(done.body).toContain('C’est fait');
    expect((await site.visitor().send<string>('POST', `${link}A`)).body).toContain(
      'Ce lien ne fonctionne pas',
    );
    await loggedDonation(site, { studentId: 'AMARA' });
    expect(await mailedKinds()).toEqual(['donation_logged']);
  });

  test.each([')', '.', '>', ').', '%3E', ','])(
    'works if a mail program took %s as a part of it',
    async (character) => {
      await loggedDonation(site, { studentId: 'AMARA' });
      const link = await sendMailAndFindLink();
      expect((await site.visitor().send('GET', `${link}${character}`)).status).toBe(200);
      await site.visitor().send('POST', `${link}${character}`);
      await loggedDonation(site, { studentId: 'AMARA' });
      expect(await mailedKinds()).toEqual(['donation_logged']);
    },
  );

  test('accepts any body that a mail program sends', async () => {
    await loggedDonation(site, { studentId: 'AMARA' });
    const link = await sendMailAndFindLink();
    const multipart =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await site.visitor().send('POST', link, { body: multipart, headers })).status).toBe(200);
    expect((await site.visitor().send('POST', link)).status).toBe(200);
    const { body } = await (await signIn('AMARA')).call(contract.studentNews, {});
    expect(body.kinds).toMatchObject({ donation_logged: false, donation_confirmed: true });
  });

  test('works after the donor was merged into another', async () => {
    await loggedDonation(site, { studentId: 'AMARA' });
    const link = await sendMailAndFindLink();
    await loggedDonation(site, { studentId: 'BEN' });
    await admin.call(contract.mergeParticipants, { body: { fromId: 1, toId: 2 } });
    await site.visitor().send('POST', link);
    const { body } = await (await signIn('BEN')).call(contract.studentNews, {});
    expect(body.kinds).toMatchObject({ donation_logged: false });
  });

  test('of a pickup switches the kind off for the address', async () => {
    const request = { name: 'Noah', address: '12 Osborne Street', items: 'Books' };
    const schedule = async (email: string) => {
      const requested = await site.visitor().call(pickups.requestPickup, { body: { ...request, email } });
      const body = { status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' } as const;
      await admin.call(pickups.setPickupStatus, { params: { id: requested.body.id }, body });
    };
    await schedule('noah@example.ca');
    await site.visitor().send('POST', await sendMailAndFindLink());
    await schedule('NOAH@example.ca');
    expect(await mailedKinds()).toEqual(['pickup_scheduled']);
  });

  test('that the site did not create is 404 and changes nothing', async () => {
    await loggedDonation(site, { studentId: 'AMARA' });
    const link = await sendMailAndFindLink();
    const before = await everyRow(site);
    const text = Buffer.from('["donation_logged","amara@example.ca",1]').toString('base64url');
    for (const wrong of [
      link.slice(0, -1),
      `${link}A`,
      '/mail/off/x',
      `/mail/off/${text}.`,
      '/mail/off/%00',
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        const { status, body } = await site.visitor().send<string>(method, wrong);
        expect({ wrong, status }).toEqual({ wrong, status: 404 });
        expect(body).toContain('This link does not work');
      }
    }
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('a donor', () => {
  test('switches kinds off and on again, which is recorded', async () => {
    const donor = await signIn('AMARA');
    const { body: initial } = await donor.call(contract.studentNews, {});
    expect(initial).toMatchObject({ isMailOn: true, hasAddress: true });
    expect(Object.values(initial.kinds)).not.toContain(false);
    const kinds = { donation_confirmed: false, pickup_moved: false };
    const { body } = await donor.call(contract.changeStudentNews, { body: { kinds } });
    expect(body.kinds).toEqual({ ...initial.kinds, ...kinds });
    expect((await site.audit())[0]).toMatchObject({
      action: 'participant.news_switched',
      participantId: 1,
      details: { on: [], off: ['donation_confirmed', 'pickup_moved'] },
    });
    const restored = await donor.call(contract.changeStudentNews, {
      body: { kinds: { donation_confirmed: true, pickup_moved: true } },
    });
    expect(restored.body.kinds).toEqual(initial.kinds);
  });

  test('keeps a kind off when a merge moves the email, and after the merge is undone', async () => {
    await (await signIn('AMARA')).call(contract.changeStudentNews, { body: { kinds: { code_used: false } } });
    await loggedDonation(site, { studentId: 'BEN' });
    const before = await site.database.select().from(participants).orderBy(asc(participants.id));
    const isCodeUsedOn = async (donorId: string) =>
      (await (await signIn(donorId)).call(contract.studentNews, {})).body.kinds.code_used;
    const { body } = await admin.call(contract.mergeParticipants, { body: { fromId: 1, toId: 2 } });
    expect(await isCodeUsedOn('AMARA')).toBe(false);
    await admin.call(contract.undoMerge, { params: { mergeId: body.mergeId } });
    expect(await isCodeUsedOn('AMARA')).toBe(false);
    expect(await site.database.select().from(participants).orderBy(asc(participants.id))).toEqual(before);
  });

  test('without an email cannot switch anything, and sees whether the site sends mail', async () => {
    await loggedDonation(site, { studentId: 'BEN' });
    site.site.mailer = null;
    const donor = await signIn('BEN');
    const { body } = await donor.call(contract.changeStudentNews, { body: { kinds: { code_used: false } } });
    expect(body).toMatchObject({ isMailOn: false, hasAddress: false, kinds: { code_used: true } });
  });

  test.each([
    [{}, expect.stringContaining('Please choose donation_logged') as string],
    [{ kinds: { sign_in_code: false } }, undefined],
    [{ kinds: { code_used: 'no' } }, 'Please say true or false'],
  ])('is refused %j', async (body, message) => {
    const donor = await signIn('AMARA');
    const refused = await donor.refused(contract.changeStudentNews, { body });
    expect(refused).toMatchObject({ status: 400, body: { ...(message && { error: message }) } });
  });
});
