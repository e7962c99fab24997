import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as decisions } from '#features/donations/console/contract.ts';
import { contract as donations } from '#features/donations/contract.ts';
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

/** The options of a call from a page of the site in a language. */
const fromPageIn = (language: Language) => ({ headers: { 'accept-language': language } });

let admin: Client;

beforeEach(async () => {
  site.site.mailer = mailbox.mailer();
  admin = await site.admin();
});

async function logDonation(studentId: string, language: Language): Promise<number> {
  const body = { ...DONATION, studentId };
  return (await site.visitor().call(donations.logDonation, { body }, fromPageIn(language))).body.id;
}

async function noteEmail(id: number, email: string): Promise<void> {
  const update = { params: { id }, body: { email, displayName: 'Amara' } };
  // As in a console whose browser prefers French.
  await admin.call(donors.updateParticipant, update, fromPageIn('fr'));
}

async function languageOfPerson(id = 1): Promise<Language | null | undefined> {
  const [row] = await site.database.select().from(participants).where(eq(participants.id, id));
  return row?.language;
}

/** The queued mails, as `kind language`. */
async function listMails(): Promise<string[]> {
  const rows = await site.database.select().from(mails).orderBy(asc(mails.id));
  return rows.map(({ kind, language }) => `${kind} ${language}`);
}

async function sendAll(): Promise<void> {
  while (await sendDueMail(site.site));
}

describe('a donor gets mail in the language', () => {
  beforeEach(async () => {
    await logDonation('AMARA', 'fr');
    await noteEmail(1, 'amara@example.ca');
  });

  test('of the page on which they logged their first donation, whatever the language of the console', async () => {
    const id = await logDonation('AMARA', 'fr');
    const { body } = await admin.call(decisions.confirmDonation, { body: { id } }, fromPageIn('en'));
    const { pin } = await partnerStore(admin, 'Thrift & Co');
    const till = site.visitor();
    await till.call(redemption.redeemCode, {
      params: { code: body.discountCode },
      body: { pin, clerk: 'Bo' },
    });
    const donation = { participantId: 1, weight: '1-2kg', date: '2026-11-20' } as const;
    await admin.call(decisions.createDonation, { body: donation }, fromPageIn('en'));
    site.pass({ days: 26 });
    await notifyEndingCodes(site.site);
    expect(await listMails()).toEqual([
      'donation_logged fr',
      'donation_confirmed fr',
      'code_used fr',
      'donation_logged fr',
      'code_ending fr',
    ]);
    expect(await languageOfPerson()).toBe('fr');
  });

  test('that nobody can change without a proven sign-in', async () => {
    await logDonation('AMARA', 'en');
    await logDonation('AMARA@EXAMPLE.CA', 'en');
    site.site.mailer = null;
    const stranger = site.visitor();
    await stranger.call(donors.studentLogin, { body: { studentId: 'AMARA' } }, fromPageIn('en'));
    site.site.mailer = mailbox.mailer();
    await stranger.call(
      donations.logDonation,
      { body: { ...DONATION, studentId: 'AMARA' } },
      fromPageIn('en'),
    );
    const kinds = { code_used: false };
    await stranger.call(donors.changeStudentNews, { body: { kinds } }, fromPageIn('en'));
    expect(await languageOfPerson()).toBe('fr');
    expect(await listMails()).toEqual(Array(3).fill('donation_logged fr'));
  });

  test('of their last own request, once they have signed in', async () => {
    const donor = site.visitor();
    await donor.call(donors.studentLogin, { body: { studentId: 'AMARA' } }, fromPageIn('fr'));
    await sendAll();
    const [, code = ''] = / {4}(\d{6})\n/.exec(mailbox.deliveries.at(-1)!.mail.text ?? '') ?? [];
    await donor.call(donors.studentLoginCode, { body: { code, trust: true } }, fromPageIn('fr'));
    await donor.call(donations.logDonation, { body: { ...DONATION, studentId: 'AMARA' } }, fromPageIn('en'));
    expect(await languageOfPerson()).toBe('en');
    const kinds = { code_used: false };
    await donor.call(donors.changeStudentNews, { body: { kinds } }, fromPageIn('fr'));
    expect(await languageOfPerson()).toBe('fr');
    await donor.call(donors.studentLogin, { body: { studentId: 'AMARA' } }, fromPageIn('en'));
    expect(await languageOfPerson()).toBe('en');
  });

  test('of the page on which they enter a sign-in code, while the code’s mail is in that of its request', async () => {
    const donor = site.visitor();
    await donor.call(donors.studentLogin, { body: { studentId: 'AMARA' } }, fromPageIn('en'));
    await donor.call(donors.studentLogin, { body: { studentId: 'AMARA' } }, fromPageIn('fr'));
    expect(await listMails()).toEqual(['sign_in_code en', 'sign_in_code fr']);
    site.pass({ minutes: 11 });
    await donor.call(donors.studentLoginCode, { body: { code: '000000' } }, fromPageIn('en'));
    expect((await listMails()).at(-1)).toBe('sign_in_code en');
    // An unproven sign-in changes nothing.
    expect(await languageOfPerson()).toBe('fr');
    await sendAll();
    const [, code = ''] = / {4}(\d{6})\n/.exec(mailbox.deliveries.at(-1)!.mail.text ?? '') ?? [];
    await donor.call(donors.studentLoginCode, { body: { code } }, fromPageIn('en'));
    expect(await languageOfPerson()).toBe('en');
  });

  test('of the participant they are merged into, unless that one has none', async () => {
    await logDonation('BEN', 'en');
    await admin.call(donors.mergeParticipants, { body: { fromId: 1, toId: 2 } }, fromPageIn('fr'));
    expect(await languageOfPerson(2)).toBe('en');
    await logDonation('CY', 'fr');
    const { body: created } = await admin.call(donors.upsertParticipant, {
      body: { displayName: 'Cy' },
    });
    expect(await languageOfPerson(created.id)).toBeNull();
    const { body } = await admin.call(donors.mergeParticipants, {
      body: { fromId: 3, toId: created.id },
    });
    expect(await languageOfPerson(created.id)).toBe('fr');
    const params = { mergeId: body.mergeId };
    await admin.call(donors.undoMerge, { params });
    expect([await languageOfPerson(3), await languageOfPerson(created.id)]).toEqual(['fr', null]);
  });

  test('that a removal deletes and the export of a person contains', async () => {
    const file = await admin.call(people.exportPerson, { params: { id: 1 } });
    expect(file.body.participant.language).toBe('fr');
    await admin.call(people.removePerson, {
      params: { id: 1 },
      body: { reason: 'Asked for it', name: 'Amara' },
    });
    expect(await languageOfPerson()).toBeNull();
  });
});

test('somebody without a language gets mail in English', async () => {
  const { body } = await admin.call(
    donors.upsertParticipant,
    { body: { displayName: 'Jo', email: 'jo@example.ca' } },
    fromPageIn('fr'),
  );
  const donation = { participantId: body.id, weight: '1-2kg', date: '2026-11-20' } as const;
  await admin.call(decisions.createDonation, { body: donation }, fromPageIn('fr'));
  expect(await listMails()).toEqual(['donation_logged en']);
});

test('mail about a pickup is in the language in which it was asked for', async () => {
  const request = { name: 'Noah', email: 'noah@example.ca', address: '12 Osborne Street', items: 'Books' };
  const requestPickup = async () =>
    (await site.visitor().call(pickups.requestPickup, { body: request }, fromPageIn('fr'))).body.id;
  const setStatus = async (
    id: number,
    change: { status: 'scheduled' | 'cancelled'; scheduledAt?: string },
  ) => {
    const answer = await admin.call(
      pickups.setPickupStatus,
      { params: { id }, body: change },
      fromPageIn('en'),
    );
    expect(answer.body).toMatchObject({ ok: true });
  };
  const id = await requestPickup();
  await setStatus(id, { status: 'scheduled', scheduledAt: '2026-11-24T14:00' });
  await sendAll();
  await setStatus(id, { status: 'scheduled', scheduledAt: '2026-11-25T14:00' });
  await sendAll();
  await setStatus(await requestPickup(), { status: 'cancelled' });
  expect(await listMails()).toEqual(['pickup_scheduled fr', 'pickup_moved fr', 'pickup_cancelled fr']);
});

test('a subscription is confirmed in the language of its page, and stores that page’s consent', async () => {
  const body = { email: 'ann@example.ca' };
  await site.visitor().call(newsletter.subscribe, { body }, fromPageIn('fr'));
  expect(await listMails()).toEqual(['newsletter_confirmation fr']);
  expect(await site.database.select().from(newsletterSubscribers)).toMatchObject([
    { language: 'fr', consentText: expect.stringContaining('l’infolettre') as string },
  ]);
});

test('a donor who logs in French gets French mail, and the console shows it as it was sent', async () => {
  await logDonation('AMARA', 'fr');
  await noteEmail(1, 'amara@example.ca');
  await logDonation('AMARA', 'fr');
  await sendAll();
  // A change of language changes later mails only.
  await site.database.update(participants).set({ language: 'en' });
  await logDonation('AMARA', 'fr');
  await sendAll();
  const [french, english] = mailbox.deliveries.map(({ mail }) => mail);
  expect(french).toMatchObject({
    subject: 'Don inscrit, merci',
    text: expect.stringContaining('Bonjour. Votre don de') as string,
    html: expect.stringContaining('<html lang="fr-CA">') as string,
  });
  expect(english).toMatchObject({ subject: 'Donation logged, thank you' });
  const { items } = (await admin.call(contract.mail, { query: {} }, fromPageIn('en'))).body;
  expect(items.map(({ subject, language }) => `${language} ${subject}`)).toEqual([
    'en Donation logged, thank you',
    'fr Don inscrit, merci',
  ]);
  const params = { id: items[1]!.id };
  const { body } = await admin.call(contract.oneMail, { params }, fromPageIn('en'));
  expect(body.text).toContain('Votre don de');
  await admin.call(contract.resendMail, { params }, fromPageIn('en'));
  await sendAll();
  expect(mailbox.deliveries[2]?.mail.subject).toBe('Don inscrit, merci');
});
