import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { notifyEndingCodes } from '#features/rewards/server.ts';
import { mails, newsletterSubscribers, participants } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { DONATION, partnerStore } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import type { Language } from '#shared/languages.ts';
import { contract } from './contract.ts';
import { sendDueMail } from './serverWorker.ts';

const site = useTestSite();
const mailbox = useMailbox();

/** What the site's pages of a language send with each call. */
const from = (language: Language) => ({ headers: { 'accept-language': language } });

let admin: Client;

beforeEach(async () => {
  site.site.mailer = mailbox.mailer();
  admin = await site.admin();
});

async function log(studentId: string, language: Language): Promise<number> {
  const body = { ...DONATION, studentId };
  return (await site.visitor().call(logging.logDonation, { body }, from(language))).body.id;
}

async function noteEmail(id: number, email: string): Promise<void> {
  const given = { params: { id }, body: { email, displayName: 'Amara' } };
  // A console of which the browser would have everything in French.
  await admin.call(donors.updateParticipant, given, from('fr'));
}

async function languageOfPerson(id = 1): Promise<Language | null | undefined> {
  const [row] = await site.database.select().from(participants).where(eq(participants.id, id));
  return row?.language;
}

/** The mails that were written, as `kind language`. */
async function written(): Promise<string[]> {
  const rows = await site.database.select().from(mails).orderBy(asc(mails.id));
  return rows.map(({ kind, language }) => `${kind} ${language}`);
}

async function sendAll(): Promise<void> {
  while (await sendDueMail(site.site));
}

describe('a person is written to in the language', () => {
  beforeEach(async () => {
    await log('AMARA', 'fr');
    await noteEmail(1, 'amara@example.ca');
  });

  test('of the page where they logged their first donation, whatever the console does', async () => {
    const id = await log('AMARA', 'fr');
    const { body } = await admin.call(deciding.confirmDonation, { body: { id } }, from('en'));
    const { pin } = await partnerStore(admin, 'Thrift & Co');
    const till = site.visitor();
    await till.call(redemption.redeemCode, {
      params: { code: body.discountCode },
      body: { pin, clerk: 'Bo' },
    });
    const donation = { participantId: 1, weight: '1-2kg', date: '2026-11-20' } as const;
    await admin.call(deciding.createDonation, { body: donation }, from('en'));
    site.pass({ days: 26 });
    await notifyEndingCodes(site.site);
    expect(await written()).toEqual([
      'donation_logged fr',
      'donation_confirmed fr',
      'code_used fr',
      'donation_logged fr',
      'code_ending fr',
    ]);
    expect(await languageOfPerson()).toBe('fr');
  });

  test('which nobody changes without a proven sign-in', async () => {
    await log('AMARA', 'en');
    await log('AMARA@EXAMPLE.CA', 'en');
    site.site.mailer = null;
    const stranger = site.visitor();
    await stranger.call(donors.studentLogin, { body: { studentId: 'AMARA' } }, from('en'));
    site.site.mailer = mailbox.mailer();
    await stranger.call(logging.logDonation, { body: { ...DONATION, studentId: 'AMARA' } }, from('en'));
    const kinds = { code_used: false };
    await stranger.call(donors.changeStudentNews, { body: { kinds } }, from('en'));
    expect(await languageOfPerson()).toBe('fr');
    expect(await written()).toEqual(Array(3).fill('donation_logged fr'));
  });

  test('of what they asked for last, once they have', async () => {
    const donor = site.visitor();
    await donor.call(donors.studentLogin, { body: { studentId: 'AMARA' } }, from('fr'));
    await sendAll();
    const [, code = ''] = / {4}(\d{6})\n/.exec(mailbox.deliveries.at(-1)!.mail.text ?? '') ?? [];
    await donor.call(donors.studentLoginCode, { body: { code, trust: true } }, from('fr'));
    await donor.call(logging.logDonation, { body: { ...DONATION, studentId: 'AMARA' } }, from('en'));
    expect(await languageOfPerson()).toBe('en');
    const kinds = { code_used: false };
    await donor.call(donors.changeStudentNews, { body: { kinds } }, from('fr'));
    expect(await languageOfPerson()).toBe('fr');
    await donor.call(donors.studentLogin, { body: { studentId: 'AMARA' } }, from('en'));
    expect(await languageOfPerson()).toBe('en');
  });

  test('of the code that they sign in with, and of its mail until then', async () => {
    const donor = site.visitor();
    await donor.call(donors.studentLogin, { body: { studentId: 'AMARA' } }, from('en'));
    await donor.call(donors.studentLogin, { body: { studentId: 'AMARA' } }, from('fr'));
    expect(await written()).toEqual(['sign_in_code en', 'sign_in_code fr']);
    site.pass({ minutes: 11 });
    await donor.call(donors.studentLoginCode, { body: { code: '000000' } }, from('en'));
    expect((await written()).at(-1)).toBe('sign_in_code en');
    // An unproven sign-in changes nothing.
    expect(await languageOfPerson()).toBe('fr');
    await sendAll();
    const [, code = ''] = / {4}(\d{6})\n/.exec(mailbox.deliveries.at(-1)!.mail.text ?? '') ?? [];
    await donor.call(donors.studentLoginCode, { body: { code } }, from('en'));
    expect(await languageOfPerson()).toBe('en');
  });

  test('of the person they are merged into, unless that one has none', async () => {
    await log('BEN', 'en');
    await admin.call(donors.mergeParticipants, { body: { fromId: 1, toId: 2 } }, from('fr'));
    expect(await languageOfPerson(2)).toBe('en');
    await log('CY', 'fr');
    const { body: made } = await admin.call(donors.upsertParticipant, {
      body: { displayName: 'Cy' },
    });
    expect(await languageOfPerson(made.id)).toBeNull();
    const { body } = await admin.call(donors.mergeParticipants, {
      body: { fromId: 3, toId: made.id },
    });
    expect(await languageOfPerson(made.id)).toBe('fr');
    const params = { mergeId: body.mergeId };
    await admin.call(donors.undoMerge, { params });
    expect([await languageOfPerson(3), await languageOfPerson(made.id)]).toEqual(['fr', null]);
  });

  test('which a removal deletes, and which is in the exported file', async () => {
    const file = await admin.call(people.exportPerson, { params: { id: 1 } });
    expect(file.body.participant.language).toBe('fr');
    await admin.call(people.removePerson, {
      params: { id: 1 },
      body: { reason: 'Asked for it', name: 'Amara' },
    });
    expect(await languageOfPerson()).toBeNull();
  });
});

test('somebody without a language is written to in English', async () => {
  const { body } = await admin.call(
    donors.upsertParticipant,
    { body: { displayName: 'Jo', email: 'jo@example.ca' } },
    from('fr'),
  );
  const donation = { participantId: body.id, weight: '1-2kg', date: '2026-11-20' } as const;
  await admin.call(deciding.createDonation, { body: donation }, from('fr'));
  expect(await written()).toEqual(['donation_logged en']);
});

test('a pickup is answered in the language in which it was asked for', async () => {
  const request = { name: 'Noah', email: 'noah@example.ca', address: '12 Osborne Street', items: 'Books' };
  const ask = async () =>
    (await site.visitor().call(pickups.requestPickup, { body: request }, from('fr'))).body.id;
  const set = async (id: number, change: { status: 'scheduled' | 'cancelled'; scheduledAt?: string }) => {
    const answer = await admin.call(pickups.setPickupStatus, { params: { id }, body: change }, from('en'));
    expect(answer.body).toMatchObject({ ok: true });
  };
  const id = await ask();
  await set(id, { status: 'scheduled', scheduledAt: '2026-11-24T14:00' });
  await sendAll();
  await set(id, { status: 'scheduled', scheduledAt: '2026-11-25T14:00' });
  await sendAll();
  await set(await ask(), { status: 'cancelled' });
  expect(await written()).toEqual(['pickup_scheduled fr', 'pickup_moved fr', 'pickup_cancelled fr']);
});

test('a subscription is confirmed in the language of the page, whose consent is stored', async () => {
  const body = { email: 'ann@example.ca' };
  await site.visitor().call(newsletter.subscribe, { body }, from('fr'));
  expect(await written()).toEqual(['newsletter_confirmation fr']);
  expect(await site.database.select().from(newsletterSubscribers)).toMatchObject([
    { language: 'fr', consentText: expect.stringContaining('l’infolettre') as string },
  ]);
});

test('a donor who logs in French gets French mail, and the console shows it as it was sent', async () => {
  await log('AMARA', 'fr');
  await noteEmail(1, 'amara@example.ca');
  await log('AMARA', 'fr');
  await sendAll();
  // Another language changes what comes, not what went.
  await site.database.update(participants).set({ language: 'en' });
  await log('AMARA', 'fr');
  await sendAll();
  const [french, english] = mailbox.deliveries.map(({ mail }) => mail);
  expect(french).toMatchObject({
    subject: 'Don inscrit, merci',
    text: expect.stringContaining('Bonjour. Votre don de') as string,
    html: expect.stringContaining('<html lang="fr-CA">') as string,
  });
  expect(english).toMatchObject({ subject: 'Donation logged, thank you' });
  const { items } = (await admin.call(contract.mail, { query: {} }, from('en'))).body;
  expect(items.map(({ subject, language }) => `${language} ${subject}`)).toEqual([
    'en Donation logged, thank you',
    'fr Don inscrit, merci',
  ]);
  const params = { id: items[1]!.id };
  const { body } = await admin.call(contract.oneMail, { params }, from('en'));
  expect(body.text).toContain('Votre don de');
  await admin.call(contract.resendMail, { params }, from('en'));
  await sendAll();
  expect(mailbox.deliveries[2]?.mail.subject).toBe('Don inscrit, merci');
});
