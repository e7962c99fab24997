import { describe, expect, test } from 'vitest';
import { contract as staff } from '#features/staff/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { confirmedCode, loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import { ADMIN, type Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { participants as participantsTable } from '#server/db/schema.ts';
import type { AuditItem } from './contract.ts';

const site = useTestSite();

interface Page {
  items: AuditItem[];
  total: number;
  limit: number;
  offset: number;
}

async function readLog(admin: Client, query = ''): Promise<Page> {
  const { status, body } = await admin.send<Page>('GET', `/api/admin/audit${query}`);
  expect(status).toBe(200);
  return body;
}

async function actionsIn(admin: Client, query = ''): Promise<string[]> {
  return (await readLog(admin, query)).items.map(({ action }) => action);
}

describe('the activity log', () => {
  test('lists who did what to what and when, newest first', async () => {
    const admin = await site.admin();
    const id = await loggedDonation(site);
    site.pass({ minutes: 1 });
    await admin.call(deciding.rejectDonation, { body: { id, reason: 'Chipped' } });
    const page = await readLog(admin);
    expect(page).toMatchObject({ ok: true, total: 3, limit: 50, offset: 0 });
    expect(page.items).toEqual([
      {
        id: expect.any(Number) as number,
        actor: 'alex',
        actorRole: 'admin',
        action: 'donation.rejected',
        entityType: 'donation',
        entityId: id,
        participantId: 1,
        details: { fields: ['reason'] },
        createdAt: '2026-11-20T18:01:00.000Z',
        address: '127.0.0.1',
        requestId: expect.any(String) as string,
        entityName: null,
        participantName: 'JTHIESSEN',
      },
      expect.objectContaining({ actor: 'donor 1', actorRole: 'donor', action: 'donation.logged' }) as never,
      expect.objectContaining({ action: 'admin.signed_in', entityType: 'system' }) as never,
    ]);
  });

  test('records whether a volunteer or an admin acted', async () => {
    const [alex, vera] = [await site.admin(), await site.volunteer()];
    const [rejected, confirmed] = [await loggedDonation(site), await loggedDonation(site)];
    await vera.call(deciding.rejectDonation, { body: { id: rejected, reason: 'Chipped' } });
    await vera.call(deciding.confirmDonation, { body: { id: confirmed } });
    await vera.call(participants.upsertParticipant, { body: { displayName: 'Jo Thiessen' } });
    await vera.call(staff.startSecondFactor, {});
    await vera.call(staff.adminLogout, {});
    await site.visitor().call(staff.adminLogin, { body: { ...ADMIN, username: 'vera' } });
    const { items } = await readLog(alex, '?actor=vera');
    expect(items.map(({ action, actorRole }) => [action, actorRole])).toEqual([
      ['admin.signed_in', 'volunteer'],
      ['admin.signed_out', 'volunteer'],
      ['admin.second_factor_started', 'volunteer'],
      ['participant.created', 'volunteer'],
      ['donation.confirmed', 'volunteer'],
      ['donation.rejected', 'volunteer'],
      // Vera became a volunteer after this sign-in.
      ['admin.signed_in', 'admin'],
    ]);
  });

  test('records the address and the request ID of each call', async () => {
    const admin = await site.admin();
    const body = { studentId: 'JTHIESSEN', weight: '2-3kg', date: '2026-11-20' } as const;
    const addresses = ['203.0.113.7', '2001:db8::1', '::ffff:198.51.100.4'];
    await Promise.all(
      addresses.map((address) => site.visitor().call(logging.logDonation, { body }, { address })),
    );
    const logged = site.log
      .split('\n')
      .filter((line) => line.includes('"route":"/api/donations"'))
      .map((line) => JSON.parse(line) as { reqId: string; address: string })
      .map(({ reqId, address }) => `${address} ${reqId}`);
    const { items } = await readLog(admin, '?action=logged');
    expect(items.map(({ address, requestId }) => `${address} ${requestId}`).toSorted()).toEqual(
      logged.toSorted(),
    );
    expect(new Set(items.map(({ address }) => address))).toEqual(
      new Set(['203.0.113.7', '2001:db8::1', '198.51.100.4']),
    );
  });

  test('shows a reward code while it exists, although the log has only its number', async () => {
    const admin = await site.admin();
    const { code } = await confirmedCode(site, admin);
    const codeId = (await admin.call(rewards.codes, {})).body.items[0]?.id ?? 0;
    await admin.call(rewards.extendCode, { params: { id: codeId }, body: { expiresAt: '2027-12-31' } });
    const newestEntry = async () => (await readLog(admin, '?entityType=code&limit=1')).items[0];
    expect(await newestEntry()).toMatchObject({
      action: 'code.extended',
      entityId: codeId,
      entityName: code,
    });
    expect(JSON.stringify(await site.audit())).not.toContain(code);
    await admin.call(deciding.undoLastConfirmation, {});
    expect(await newestEntry()).toMatchObject({
      action: 'code.extended',
      entityId: codeId,
      entityName: null,
    });
  });

  test('comes in pages', async () => {
    const admin = await site.admin();
    for (let number = 0; number < 4; number += 1) await loggedDonation(site);
    const page = await readLog(admin, '?action=logged&limit=3&offset=3');
    expect(page).toMatchObject({ total: 4, limit: 3, offset: 3 });
    expect(page.items).toHaveLength(1);
    const ids = (await readLog(admin)).items.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((left, right) => right - left));
  });

  test('is filtered by a part of the actor, in any case of letters', async () => {
    const [alex, robin] = [await site.admin(), await site.admin('robin')];
    await confirmedCode(site, robin);
    expect(await actionsIn(alex, '?actor=ROB')).toEqual(['donation.confirmed', 'admin.signed_in']);
    expect(await actionsIn(alex, '?actor=donor')).toEqual(['donation.logged']);
    expect(await actionsIn(alex, '?actor=%25')).toEqual([]);
  });

  test('finds under the name of an admin also the sign-ins that failed under it', async () => {
    const [alex] = [await site.admin(), await site.admin('robin')];
    for (const username of ['robin', 'alex', 'nobody']) {
      await site.visitor().refused(staff.adminLogin, { body: { username, password: 'not this one' } });
    }
    const { items, total } = await readLog(alex, '?actor=ROB');
    expect(items.map(({ action, actor, entityName }) => [action, actor, entityName])).toEqual([
      ['admin.sign_in_failed', 'visitor', 'robin'],
      ['admin.signed_in', 'robin', null],
    ]);
    expect(total).toBe(2);
    expect(await actionsIn(alex, '?actor=visitor')).toHaveLength(3);
  });

  test('is filtered by a part of the action', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin);
    await admin.call(deciding.undoLastConfirmation, {});
    expect(await actionsIn(admin, '?action=confirm')).toEqual([
      'donation.confirmation_undone',
      'donation.confirmed',
    ]);
    expect(await actionsIn(admin, '?action=donation.confirmed')).toEqual(['donation.confirmed']);
    // An underscore is no wildcard.
    expect(await actionsIn(admin, '?action=confirmed_')).toEqual([]);
  });

  test('is filtered by participant, whatever the type of entity', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin);
    await site.donor('JTHIESSEN');
    await loggedDonation(site, { studentId: 'LFEHR' });
    await admin.call(participants.upsertParticipant, { body: { displayName: 'Jo' } });
    await admin.call(rewards.extendCode, { params: { id: 1 }, body: { expiresAt: '2027-12-31' } });
    expect(await actionsIn(admin, '?participantId=1')).toEqual([
      'code.extended',
      'donor.signed_in',
      'donation.confirmed',
      'donation.logged',
    ]);
    expect(await actionsIn(admin, '?participantId=2')).toEqual(['donation.logged']);
    expect(await actionsIn(admin, '?participantId=1&entityType=participant')).toEqual(['donor.signed_in']);
    expect((await readLog(admin, '?participantId=1&limit=1')).total).toBe(4);
    expect((await readLog(admin, '?participantId=')).total).toBe(7);
  });

  test('shows the current names of people, although the log has only their numbers', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    const shownName = async () => (await readLog(admin, '?action=logged')).items[0]?.participantName;
    expect(await shownName()).toBe('JTHIESSEN');
    await admin.call(participants.updateParticipant, {
      params: { id: 1 },
      body: { displayName: 'Jo Thiessen', email: 'jo@example.ca' },
    });
    expect(await shownName()).toBe('Jo Thiessen');
    expect(JSON.stringify(await site.audit())).not.toMatch(/thiessen|example/i);
    await site.database
      .update(participantsTable)
      .set({ displayName: null, email: null, removedAt: site.now });
    expect(await shownName()).toBe('removed person');
  });

  test('is filtered by type of entity', async () => {
    const admin = await site.admin();
    await loggedDonation(site);
    await partnerStore(admin);
    await admin.call(participants.upsertParticipant, { body: { displayName: 'Jo' } });
    expect(await actionsIn(admin, '?entityType=donation')).toEqual(['donation.logged']);
    expect(await actionsIn(admin, '?entityType=participant')).toEqual(['participant.created']);
    expect(await actionsIn(admin, '?entityType=system')).toEqual(['admin.signed_in']);
    expect(await actionsIn(admin, '?entityType=partner')).toEqual(['partner.created']);
    expect(await actionsIn(admin, '?entityType=bin')).toEqual([]);
    expect((await readLog(admin, '?entityType=')).total).toBe(4);
  });

  test("is filtered by days in the site's time zone, the last day included", async () => {
    // In winter, November 20 in Winnipeg ends at 06:00 UTC on the 21st.
    for (const now of [
      '2026-11-20T05:59:59.999Z',
      '2026-11-20T06:00:00.000Z',
      '2026-11-21T05:59:59.999Z',
      '2026-11-21T06:00:00.000Z',
    ]) {
      site.now = new Date(now);
      await loggedDonation(site, { date: '2026-11-19' });
    }
    const admin = await site.admin();
    const times = async (query: string) =>
      (await readLog(admin, `?action=logged&${query}`)).items.map(({ createdAt }) => createdAt).toReversed();
    expect(await times('from=2026-11-20&to=2026-11-20')).toEqual([
      '2026-11-20T06:00:00.000Z',
      '2026-11-21T05:59:59.999Z',
    ]);
    expect(await times('to=2026-11-19')).toEqual(['2026-11-20T05:59:59.999Z']);
    expect(await times('from=2026-11-21')).toEqual(['2026-11-21T06:00:00.000Z']);
    expect(await times('from=&to=')).toHaveLength(4);
    expect(await times('from=2026-11-21&to=2026-11-20')).toEqual([]);
  });

  test.each([
    ['?entityType=thing', 'entityType'],
    ['?from=2026-02-29', 'from'],
    ['?to=yesterday', 'to'],
    ['?participantId=jo', 'participantId'],
    ['?limit=0', 'limit'],
    ['?limit=201', 'limit'],
    ['?offset=-1', 'offset'],
    [`?actor=${'x'.repeat(101)}`, 'actor'],
  ])('refuses %s', async (query, field) => {
    const admin = await site.admin();
    const answer = await admin.send<{ fields: Record<string, string> }>('GET', `/api/admin/audit${query}`);
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
    expect(answer.body.fields).toEqual({ [field]: expect.not.stringContaining('Invalid') as string });
  });
});

describe('a file that an admin downloads', () => {
  test('is recorded with actor, kind, number of rows and names of filters, but not for HEAD', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin);
    await loggedDonation(site, { studentId: 'LFEHR' });
    const files = [
      '/api/admin/donations/export.csv?q=lfehr&status=any&from=2026-01-01',
      '/api/admin/codes/export.csv',
      '/api/admin/participants/export.csv?q=jthiessen',
    ];
    for (const url of files) expect((await admin.send('GET', url)).status).toBe(200);
    // A HEAD request downloads nothing.
    for (const url of [...files, '/api/admin/participants/1/export']) {
      expect((await admin.send('HEAD', url)).status).toBe(200);
    }
    const { items } = await readLog(admin, '?action=export');
    expect(items.map(({ actor, action, details }) => ({ actor, action, details }))).toEqual([
      { actor: 'alex', action: 'participant.exported', details: { rows: 1, filters: ['q'] } },
      { actor: 'alex', action: 'code.exported', details: { rows: 1, filters: [] } },
      { actor: 'alex', action: 'donation.exported', details: { rows: 1, filters: ['q', 'from'] } },
    ]);
  });
});
