import { contract as donors } from '#features/donors/contract.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as auth } from '#features/donors/contract.ts';
import { contract as intake } from '#features/donations/console/contract.ts';
import type { MailContents } from '#features/mail/serverKinds.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { mails } from '#server/db/schema.ts';
import { confirmedCode, DONATION, loggedDonation, PHOTO } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const noMail = () => Promise.reject(new Error('Nothing is sent here.'));

describe('the file of a signed-in donor', () => {
  test('has all donations and codes as the dashboard shows them, when each was decided, and this sign-in', async () => {
    const admin = await site.admin();
    for (let day = 1; day <= 12; day += 1) {
      await loggedDonation(site, { date: `2026-11-${String(day).padStart(2, '0')}` });
    }
    await confirmedCode(site, admin);
    const { code: revoked, id } = await confirmedCode(site, admin);
    const [row] = (await admin.call(rewards.codes, { query: { q: revoked } })).body.items;
    await admin.call(rewards.revokeCode, { params: { id: row?.id ?? 0 } });
    const donor = site.visitor();
    const typed = { displayName: 'Jo', email: 'jo@example.ca' };
    await donor.call(auth.studentLogin, { body: { studentId: 'JTHIESSEN', ...typed } });
    const { body, headers } = await donor.call(contract.exportOwn, {});
    expect(headers['content-disposition']).toBe('attachment; filename="my-reround-data-2026-11-20.json"');
    const shown = (await donor.call(contract.donorSummary, {})).body;
    expect(body).toMatchObject({
      studentId: 'JTHIESSEN',
      displayName: 'Jo',
      session: { claimedName: 'Jo', claimedEmail: 'jo@example.ca', createdAt: '2026-11-20T18:00:00.000Z' },
      codes: [...shown.codes, { code: revoked, donationId: id, revokedAt: '2026-11-20T18:00:00.000Z' }],
    });
    expect(body.donations).toHaveLength(14);
    const shownToo = shown.recent.map((donation) => expect.objectContaining(donation));
    expect(body.donations).toEqual(expect.arrayContaining(shownToo));
    expect(body.donations.at(-1)).toMatchObject({ kilograms: 2.5, confirmedAt: '2026-11-20T18:00:00.000Z' });
  });

  test('gives anybody with the donor ID no more than that, and where to ask for the rest', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    await admin.call(donors.updateParticipant, {
      params: { id: 1 },
      body: { email: 'jo@example.ca', phone: '204-555-0134' },
    });
    const taken = { participantId: 1, weight: '1-2kg', date: DONATION.date, notes: 'Heirloom' } as const;
    await admin.call(intake.createDonation, { body: { ...taken, photoUrl: PHOTO } });
    const typed = { displayName: 'Grace', email: 'jo@example.ca' };
    await site.visitor().call(auth.studentLogin, { body: { studentId: 'JTHIESSEN', ...typed } });
    const { body } = await (await site.donor('JTHIESSEN')).call(contract.exportOwn, {});
    expect(body.profile).toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/Grace|jo@example|0134|Heirloom|uploads/);
    expect(body.note).toContain('http://localhost:3000/privacy');
  });

  test('has how to reach them where a code has proven who it is, as far as it is on record', async () => {
    const admin = await site.admin();
    const { code } = await confirmedCode(site, admin);
    const profile = { displayName: 'Jo Thiessen', email: 'jo@example.ca', phone: '204-555-0134' };
    await admin.call(donors.updateParticipant, { params: { id: 1 }, body: profile });
    site.site.mailer = { from: 'letters@reround.example', domain: 'reround.example', send: noMail };
    const donor = site.visitor();
    await donor.call(donors.studentLogin, { body: { studentId: 'JTHIESSEN' } });
    const [mail] = await site.database.select().from(mails).where(eq(mails.kind, 'sign_in_code'));
    const { sealedCode } = (mail?.content ?? {}) as Partial<MailContents['sign_in_code']>;
    const signInCode = site.site.secrets.openMailedCode(sealedCode ?? '');
    await donor.call(donors.studentLoginCode, { body: { code: signInCode } });
    const { body } = await donor.call(contract.exportOwn, {});
    expect(body).toMatchObject({
      profile: { ...profile, newsOff: [], studentIds: ['JTHIESSEN'] },
      codes: [{ code }],
    });
    const [, token] = /^http:\/\/localhost:3000\/p\/([\w-]+)$/.exec(body.profile?.shareLink ?? '') ?? [];
    expect((await site.visitor().send('GET', `/api/public/status/${token}`)).status).toBe(200);
  });

  test('is empty under an ID that nobody donated under', async () => {
    const { body } = await (await site.donor('NEW')).call(contract.exportOwn, {});
    expect(body).toMatchObject({ studentId: 'NEW', codes: [], donations: [] });
  });
});
