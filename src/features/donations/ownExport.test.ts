import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as intake } from '#features/donations/console/contract.ts';
import type { MailContents } from '#features/mail/serverKinds.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { mails } from '#server/db/schema.ts';
import { confirmedCode, DONATION, loggedDonation, PHOTO } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const refuseToSend = () => Promise.reject(new Error('This test sends no mail.'));

describe('the file of a signed-in donor', () => {
  test('has all donations and codes of the dashboard, the time of each verdict, and this sign-in', async () => {
    const admin = await site.admin();
    for (let day = 1; day <= 12; day += 1) {
      await loggedDonation(site, { date: `2026-11-${String(day).padStart(2, '0')}` });
    }
    await confirmedCode(site, admin);
    const { code: revokedCode, id } = await confirmedCode(site, admin);
    const [row] = (await admin.call(rewards.codes, { query: { q: revokedCode } })).body.items;
    await admin.call(rewards.revokeCode, { params: { id: row?.id ?? 0 } });
    const donor = site.visitor();
    const claim = { displayName: 'Jo', email: 'jo@example.ca' };
    await donor.call(donors.studentLogin, { body: { studentId: 'JTHIESSEN', ...claim } });
    const { body, headers } = await donor.call(contract.exportOwn, {});
    expect(headers['content-disposition']).toBe('attachment; filename="my-reround-data-2026-11-20.json"');
    const dashboard = (await donor.call(contract.donorSummary, {})).body;
    expect(body).toMatchObject({
      studentId: 'JTHIESSEN',
      displayName: 'Jo',
      session: { claimedName: 'Jo', claimedEmail: 'jo@example.ca', createdAt: '2026-11-20T18:00:00.000Z' },
      codes: [
        ...dashboard.codes,
        { code: revokedCode, donationId: id, revokedAt: '2026-11-20T18:00:00.000Z' },
      ],
    });
    expect(body.donations).toHaveLength(14);
    const recent = dashboard.recent.map((donation) => expect.objectContaining(donation));
    expect(body.donations).toEqual(expect.arrayContaining(recent));
    expect(body.donations.at(-1)).toMatchObject({ kilograms: 2.5, confirmedAt: '2026-11-20T18:00:00.000Z' });
  });

  test('has no email, phone, notes or photos if only the donor ID was given, and says where to ask for them', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    await admin.call(donors.updateParticipant, {
      params: { id: 1 },
      body: { email: 'jo@example.ca', phone: '204-555-0134' },
    });
    const donation = { participantId: 1, weight: '1-2kg', date: DONATION.date, notes: 'Heirloom' } as const;
    await admin.call(intake.createDonation, { body: { ...donation, photoUrl: PHOTO } });
    const claim = { displayName: 'Grace', email: 'jo@example.ca' };
    await site.visitor().call(donors.studentLogin, { body: { studentId: 'JTHIESSEN', ...claim } });
    const { body } = await (await site.donor('JTHIESSEN')).call(contract.exportOwn, {});
    expect(body.profile).toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/Grace|jo@example|0134|Heirloom|uploads/);
    expect(body.note).toContain('http://localhost:3000/privacy');
  });

  test('has the noted name, email, phone and share link if a mailed code has proven who signed in', async () => {
    const admin = await site.admin();
    const { code } = await confirmedCode(site, admin);
    const profile = { displayName: 'Jo Thiessen', email: 'jo@example.ca', phone: '204-555-0134' };
    await admin.call(donors.updateParticipant, { params: { id: 1 }, body: profile });
    site.site.mailer = { from: 'letters@reround.example', domain: 'reround.example', send: refuseToSend };
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

  test('is empty for a donor ID without donations', async () => {
    const { body } = await (await site.donor('NEW')).call(contract.exportOwn, {});
    expect(body).toMatchObject({ studentId: 'NEW', codes: [], donations: [] });
  });
});
