import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as partners } from '#features/partners/contract.ts';
import { discountCodes, statements } from '#server/db/schema.ts';
import { confirmedCode, everyRow, partnerStore } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { wrongStatements } from '#server/testing/wrongStatements.ts';
import { contract } from './contract.ts';
import { closeMonths } from './serverClosing.ts';

const site = useTestSite();

/** Creates two stores, and a code with ten uses that ends next summer. */
async function createTwoStores() {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  await site.database.update(discountCodes).set({ maxUses: 10, expiresAt: new Date('2027-07-01T05:00:00Z') });
  const store = await partnerStore(admin, 'Main Street Thrift');
  const otherStore = await partnerStore(admin, 'Second Chance Café');
  return { code, masked: `${code.slice(0, 6)}•••`, store, otherStore };
}

/** Redeems a code at a time. @returns the ID of the redemption. */
async function redeemAt(at: string, code: string, pin: string, clerk?: string): Promise<number> {
  site.now = new Date(at);
  const { status, body } = await site
    .visitor()
    .call(contract.redeemCode, { params: { code }, body: { pin, clerk } });
  expect(status).toBe(200);
  return body.redemptionId;
}

async function reverseAt(at: string, id: number, reason = 'Sold twice'): Promise<void> {
  site.now = new Date(at);
  const admin = await site.admin();
  const { status } = await admin.call(contract.reverseRedemption, { params: { id }, body: { reason } });
  expect(status).toBe(200);
}

async function readStatement(id: number, month?: string, client?: Client) {
  const admin = client ?? (await site.admin());
  return await admin.call(contract.statement, { params: { id }, query: { month } });
}

async function downloadFile(url: string, client: Client) {
  const { statusCode, headers, rawPayload } = await site.app.inject({
    url,
    cookies: Object.fromEntries(client.cookies),
  });
  return { status: statusCode, headers, bytes: rawPayload };
}

async function downloadStatement(id: number, month: string) {
  return await downloadFile(`/api/admin/partners/${id}/statement.csv?month=${month}`, await site.admin());
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function createLink(id: number): Promise<{ token: string; link: string }> {
  const admin = await site.admin();
  const { status, body } = await admin.call(contract.createStatementLink, { params: { id } });
  expect(status).toBe(200);
  return { token: body.link.slice(body.link.lastIndexOf('/') + 1), link: body.link };
}

describe('a statement', () => {
  test('adds up, closes on the 3rd of the next month, and never changes', async () => {
    const { code, masked, store, otherStore } = await createTwoStores();
    const { id } = store.partner;
    const firstId = await redeemAt('2026-11-21T18:00:00Z', code, store.pin, 'MK');
    const undoneId = await redeemAt('2026-11-22T18:00:00Z', code, store.pin, '=Jo, "the Duck"');
    site.pass({ minutes: 5 });
    await site.visitor().call(contract.undoRedemption, {
      params: { code },
      body: { pin: store.pin, redemptionId: undoneId, clerk: 'MK' },
    });
    await redeemAt('2026-11-23T18:00:00Z', code, otherStore.pin);
    const lastId = await redeemAt('2026-12-01T05:59:59.999Z', code, store.pin);
    const nextId = await redeemAt('2026-12-01T06:00:00Z', code, store.pin);

    const open = await readStatement(id, '2026-11');
    expect(open.body).toEqual({
      ok: true,
      partner: { id, name: 'Main Street Thrift' },
      month: '2026-11',
      lines: [
        {
          id: firstId,
          at: '2026-11-21T18:00:00.000Z',
          code: masked,
          clerk: 'MK',
          kind: 'redeemed',
          originalAt: null,
        },
        {
          id: undoneId,
          at: '2026-11-22T18:00:00.000Z',
          code: masked,
          clerk: '=Jo, "the Duck"',
          kind: 'redeemed',
          originalAt: null,
        },
        {
          id: undoneId + 1,
          at: '2026-11-22T18:05:00.000Z',
          code: masked,
          clerk: 'MK',
          kind: 'reversed',
          originalAt: '2026-11-22T18:00:00.000Z',
        },
        {
          id: lastId,
          at: '2026-12-01T05:59:59.999Z',
          code: masked,
          clerk: null,
          kind: 'redeemed',
          originalAt: null,
        },
      ],
      totals: { redeemed: 3, reversed: 1, net: 2 },
      closedAt: null,
      digest: null,
    });

    site.now = new Date('2026-12-03T05:59:59Z');
    await closeMonths(site.site);
    expect(await site.database.select().from(statements)).toEqual([]);
    expect((await readStatement(id, '2026-11')).body.closedAt).toBeNull();

    // The month is closed from that moment on, even before its row is written.
    site.now = new Date('2026-12-03T06:00:00Z');
    const file = await downloadStatement(id, '2026-11');
    const closed = { ...open.body, closedAt: '2026-12-03T06:00:00.000Z', digest: sha256(file.bytes) };
    expect((await readStatement(id, '2026-11')).body).toEqual(closed);
    await closeMonths(site.site);
    expect((await readStatement(id, '2026-11')).body).toEqual(closed);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statement-main-street-thrift-2026-11.csv"',
      'cache-control': 'no-store',
    });
    expect(file.bytes.toString()).toBe(
      [
        '\uFEFFid,at,code,clerk,kind,original at,uses',
        `${firstId},2026-11-21T18:00:00.000Z,${masked},MK,redeemed,,1`,
        `${undoneId},2026-11-22T18:00:00.000Z,${masked},"'=Jo, ""the Duck""",redeemed,,1`,
        `${undoneId + 1},2026-11-22T18:05:00.000Z,${masked},MK,reversed,2026-11-22T18:00:00.000Z,-1`,
        `${lastId},2026-12-01T05:59:59.999Z,${masked},,redeemed,,1`,
        '',
      ].join('\r\n'),
    );

    await reverseAt('2026-12-10T18:00:00Z', firstId);
    expect((await readStatement(id, '2026-11')).body).toEqual(closed);
    expect((await downloadStatement(id, '2026-11')).bytes).toEqual(file.bytes);
    const december = (await readStatement(id, '2026-12')).body;
    expect(december).toMatchObject({
      totals: { redeemed: 1, reversed: 1, net: 0 },
      closedAt: null,
      lines: [
        { id: nextId, kind: 'redeemed' },
        { id: nextId + 1, kind: 'reversed', clerk: 'Office', originalAt: '2026-11-21T18:00:00.000Z' },
      ],
    });
    expect(await wrongStatements(site.database)).toEqual([]);
  });

  test('still has the bytes that it had when the first month was closed', async () => {
    const admin = await site.admin();
    const { partner } = await partnerStore(admin);
    await confirmedCode(site, admin);
    await site.database.execute(sql`
      insert into code_redemptions (at, code_id, code, partner_id, clerk, kind, reverses) values
        ('2026-11-05T15:04:05.678Z', 1, 'RR-ABC234', 1, ${'Zoë Żak, "MK"\nJr'}, 'redeemed', null),
        ('2026-11-05T15:04:05.678Z', 1, 'RR-ABC234', 1, '@till', 'reversed', 1),
        ('2026-11-05T16:00:00Z', 1, 'RR-ABC234', 1, null, 'redeemed', null)`);
    site.now = new Date('2026-12-05T18:00:00Z');
    const { bytes } = await downloadStatement(partner.id, '2026-11');
    expect(sha256(bytes)).toBe('c85b25e29352db3e6ed8b218cf25c95944d2a821663f85033f85d5a5bdec59f9');
    expect((await readStatement(partner.id, '2026-11')).body.digest).toBe(sha256(bytes));
  });

  test('is empty for a month before the store existed, and refused for a month that has not begun', async () => {
    const { store } = await createTwoStores();
    const { id } = store.partner;
    expect((await readStatement(id, '2019-02')).body).toMatchObject({
      lines: [],
      totals: { redeemed: 0, reversed: 0, net: 0 },
      closedAt: '2019-03-03T06:00:00.000Z',
      digest: sha256((await downloadStatement(id, '2019-02')).bytes),
    });
    expect((await readStatement(id)).body.month).toBe('2026-11');
    const admin = await site.admin();
    for (const [month, message] of [
      ['2026-12', 'That month has not begun yet.'],
      ['2026-13', 'Please give a month, such as 2026-11'],
      ['0000-01', 'Please give a month, such as 2026-11'],
      ['9999-12', 'Please give a month, such as 2026-11'],
    ]) {
      for (const endpoint of [contract.statement, contract.statementFile]) {
        const answer = await admin.refused(endpoint, { params: { id }, query: { month } });
        expect(answer).toMatchObject({
          status: 400,
          body: { code: 'invalid_input', fields: { month: message } },
        });
      }
    }
    expect(await admin.refused(contract.statement, { params: { id: 99 } })).toMatchObject({ status: 404 });
    expect(await admin.refused(contract.statementFile, { params: { id: 99 } })).toMatchObject({
      status: 404,
    });
  });

  test.each([
    // Clocks go forward on March 14, 2027, and back on November 1, 2026, and November 7, 2027.
    ['2026-10', '2026-11-01T04:59:59.999Z', '2026-11-01T05:00:00.000Z', '2026-11-03T06:00:00.000Z'],
    ['2026-11', '2026-12-01T05:59:59.999Z', '2026-12-01T06:00:00.000Z', '2026-12-03T06:00:00.000Z'],
    ['2027-03', '2027-04-01T04:59:59.999Z', '2027-04-01T05:00:00.000Z', '2027-04-03T05:00:00.000Z'],
  ])(
    'of %s ends with its last millisecond in Winnipeg',
    async (month, lastMillisecond, nextMonthStart, closesAt) => {
      const { code, store } = await createTwoStores();
      const { id } = store.partner;
      const lastId = await redeemAt(lastMillisecond, code, store.pin);
      const nextId = await redeemAt(nextMonthStart, code, store.pin);
      site.now = new Date(closesAt);
      site.pass({ minutes: -1 });
      const linesIn = async (requestedMonth: string | undefined) =>
        (await readStatement(id, requestedMonth)).body.lines.map((found) => found.id);
      expect(await linesIn(month)).toEqual([lastId]);
      expect(await linesIn(undefined)).toEqual([nextId]);
      expect((await readStatement(id, month)).body.closedAt).toBeNull();
      site.pass({ minutes: 1 });
      expect((await readStatement(id, month)).body.closedAt).toBe(closesAt);
      await closeMonths(site.site);
      expect(await linesIn(month)).toEqual([lastId]);
      expect((await readStatement(id, month)).body.closedAt).toBe(closesAt);
    },
  );
});

describe('a closed month', () => {
  test('is closed once for each store, from its first month on, with a row in the audit log', async () => {
    const { code, store, otherStore } = await createTwoStores();
    await redeemAt('2026-11-21T18:00:00Z', code, store.pin);
    site.now = new Date('2027-02-04T18:00:00Z');
    await closeMonths(site.site);
    const rows = await site.database
      .select()
      .from(statements)
      .orderBy(statements.partnerId, statements.month);
    expect(rows.map(({ partnerId, month, redeemed }) => [partnerId, month, redeemed])).toEqual([
      [store.partner.id, '2026-11-01', 1],
      [store.partner.id, '2026-12-01', 0],
      [store.partner.id, '2027-01-01', 0],
      [otherStore.partner.id, '2026-11-01', 0],
      [otherStore.partner.id, '2026-12-01', 0],
      [otherStore.partner.id, '2027-01-01', 0],
    ]);
    expect(rows[0]?.closedAt).toEqual(new Date('2026-12-03T06:00:00Z'));
    const closings = (await site.audit()).filter(({ action }) => action === 'statement.closed');
    expect(closings).toHaveLength(6);
    expect(closings.at(-1)).toMatchObject({
      actor: 'site',
      actorRole: 'system',
      entityType: 'partner',
      entityId: store.partner.id,
      details: { month: '2026-11', digest: rows[0]?.digest, redeemed: 1, reversed: 0 },
    });

    const before = await everyRow(site);
    await closeMonths(site.site);
    expect(await everyRow(site)).toEqual(before);
  });

  test('may be one before the store’s row was created, if the store has an older line', async () => {
    const { code, store } = await createTwoStores();
    await redeemAt('2026-11-21T18:00:00Z', code, store.pin);
    await site.database.execute(sql`update partners set created_at = '2027-01-15T18:00:00Z' where id = 1`);
    site.now = new Date('2027-01-04T18:00:00Z');
    await closeMonths(site.site);
    const months = await site.database
      .select({ month: statements.month })
      .from(statements)
      .where(eq(statements.partnerId, 1))
      .orderBy(statements.month);
    expect(months).toEqual([{ month: '2026-11-01' }, { month: '2026-12-01' }]);
  });

  test('gets no further line, and neither loses nor changes one', async () => {
    const { code, store, otherStore } = await createTwoStores();
    const use = await redeemAt('2026-11-21T18:00:00Z', code, store.pin);
    site.now = new Date('2026-12-03T06:00:00Z');
    await closeMonths(site.site);
    // As if the clock of a process were days slow.
    site.now = new Date('2026-12-01T05:59:59.999Z');
    const before = await everyRow(site);
    const lateRedemption = await site
      .visitor()
      .refused(contract.redeemCode, { params: { code }, body: { pin: store.pin } });
    expect(lateRedemption).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(await everyRow(site)).toEqual(before);
    const errorOf = (statement: ReturnType<typeof sql>) =>
      site.database.execute(statement).then(
        () => 'done',
        (error: Error) => (error.cause as Error).message,
      );
    expect(await errorOf(sql`delete from code_redemptions where id = ${use}`)).toContain('refused');
    expect(await errorOf(sql`update statements set redeemed = 5`)).toContain('never changes');
    expect(await errorOf(sql`delete from statements`)).toContain('never changes');
    // The next month is open.
    await redeemAt('2026-12-01T06:00:00Z', code, store.pin);
    await redeemAt('2026-12-01T06:00:00Z', code, otherStore.pin);
  });

  test('stays the same if the time zone of the site changes, and the next month loses no line', async () => {
    const { code, store } = await createTwoStores();
    const first = await redeemAt('2026-11-01T05:30:00Z', code, store.pin);
    const november = await redeemAt('2026-12-01T05:30:00Z', code, store.pin);
    const december = await redeemAt('2026-12-01T06:30:00Z', code, store.pin);
    site.now = new Date('2026-12-04T18:00:00Z');
    await closeMonths(site.site);
    const before = (await readStatement(1, '2026-11')).body;
    for (const timeZone of ['America/Vancouver', 'America/St_Johns']) {
      site.site.timeZone = timeZone;
      try {
        expect((await readStatement(1, '2026-11')).body).toEqual(before);
        expect((await readStatement(1, '2026-12')).body.lines.map(({ id }) => id)).toEqual([december]);
      } finally {
        site.site.timeZone = 'America/Winnipeg';
      }
    }
    expect(before.lines.map(({ id }) => id)).toEqual([first, november]);
  });

  test('is listed with its totals, newest first', async () => {
    const { code, store } = await createTwoStores();
    const use = await redeemAt('2026-11-21T18:00:00Z', code, store.pin);
    await redeemAt('2026-11-22T18:00:00Z', code, store.pin);
    await reverseAt('2026-12-10T18:00:00Z', use);
    site.now = new Date('2027-01-04T18:00:00Z');
    await closeMonths(site.site);
    const admin = await site.admin();
    const { body } = await admin.call(contract.closedMonths, { params: { id: 1 } });
    expect(body.months).toMatchObject([
      { month: '2026-12', redeemed: 0, reversed: 1, net: -1, closedAt: '2027-01-03T06:00:00.000Z' },
      { month: '2026-11', redeemed: 2, reversed: 0, net: 2, closedAt: '2026-12-03T06:00:00.000Z' },
    ]);
    expect(await admin.refused(contract.closedMonths, { params: { id: 99 } })).toMatchObject({ status: 404 });
  });
});

describe('the ledger', () => {
  test('is listed newest first, by store and by days of the site’s zone', async () => {
    const { code, store, otherStore } = await createTwoStores();
    const ids = [
      await redeemAt('2026-11-21T05:59:59Z', code, store.pin, 'MK'),
      await redeemAt('2026-11-21T06:00:00Z', code, otherStore.pin),
      await redeemAt('2026-11-22T05:59:59.999Z', code, store.pin),
      await redeemAt('2026-11-22T06:00:00Z', code, store.pin),
    ];
    await reverseAt('2026-11-22T07:00:00Z', ids[0] ?? 0);
    const admin = await site.admin();
    const listLedger = async (query: object) => {
      const { body } = await admin.call(contract.redemptions, { query });
      return { ids: body.items.map(({ id }) => id), total: body.total };
    };
    const { body } = await admin.call(contract.redemptions, {});
    expect(body).toMatchObject({ total: 5, limit: 50, offset: 0 });
    expect(body.items[0]).toEqual({
      id: 5,
      at: '2026-11-22T07:00:00.000Z',
      code,
      partnerId: store.partner.id,
      clerk: 'Office',
      kind: 'reversed',
      reverses: ids[0],
    });
    expect(await listLedger({})).toEqual({ ids: [5, 4, 3, 2, 1], total: 5 });
    expect(await listLedger({ limit: 2, offset: 1 })).toEqual({ ids: [4, 3], total: 5 });
    expect(await listLedger({ partnerId: 2 })).toEqual({ ids: [2], total: 1 });
    expect(await listLedger({ from: '2026-11-21', to: '2026-11-21' })).toEqual({ ids: [3, 2], total: 2 });
    expect(await listLedger({ partnerId: 1, from: '2026-11-21' })).toEqual({ ids: [5, 4, 3], total: 3 });
    expect(await listLedger({ to: '2026-11-20' })).toEqual({ ids: [1], total: 1 });
    expect(await listLedger({ partnerId: '', from: '', to: '' })).toEqual({ ids: [5, 4, 3, 2, 1], total: 5 });
    expect(
      await admin.refused(contract.redemptions, { query: { from: '0000-01-01', to: '9999-12-31' } }),
    ).toMatchObject({
      status: 400,
      body: { fields: { from: 'Please enter a valid date', to: expect.any(String) } },
    });
  });

  test('is exported as a file, with a row in the audit log', async () => {
    const { code, store, otherStore } = await createTwoStores();
    await redeemAt('2026-11-21T18:00:00Z', code, store.pin, '+MK');
    await redeemAt('2026-11-22T18:00:00Z', code, otherStore.pin);
    await reverseAt('2026-11-23T18:00:00Z', 1);
    const admin = await site.admin();
    const { headers, bytes } = await downloadFile('/api/admin/redemptions/export.csv?partnerId=1', admin);
    expect(headers['content-disposition']).toBe('attachment; filename="redemptions-2026-11-23.csv"');
    expect(bytes.toString()).toBe(
      [
        '\uFEFFid,at,code,partner id,partner,clerk,kind,reverses',
        `1,2026-11-21T18:00:00.000Z,${code},1,Main Street Thrift,'+MK,redeemed,`,
        `3,2026-11-23T18:00:00.000Z,${code},1,Main Street Thrift,Office,reversed,1`,
        '',
      ].join('\r\n'),
    );
    const [row] = await site.audit();
    expect(row).toMatchObject({
      action: 'redemption.exported',
      entityType: 'code',
      details: { rows: 2, filters: ['partnerId'] },
    });
    await downloadStatement(1, '2026-11');
    const rows = (await site.audit()).filter(({ action }) => action === 'statement.exported');
    expect(rows).toMatchObject([
      { entityType: 'partner', entityId: 1, details: { rows: 2, month: '2026-11' } },
    ]);
  });
});

describe('a store’s link', () => {
  test('shows the store’s own statement, file and closed months', async () => {
    const { code, store } = await createTwoStores();
    await redeemAt('2026-11-21T18:00:00Z', code, store.pin);
    site.now = new Date('2026-12-04T18:00:00Z');
    await closeMonths(site.site);
    const { token, link } = await createLink(1);
    expect(link).toMatch(/^http:\/\/localhost:3000\/statement\/[\w-]{43}$/);
    const shop = site.visitor();
    const shownToStore = await shop.call(contract.storeStatement, {
      params: { token },
      query: { month: '2026-11' },
    });
    const shownToAdmin = await readStatement(1, '2026-11');
    expect(shownToStore.body).toMatchObject({ ...shownToAdmin.body, months: [{ month: '2026-11', net: 1 }] });
    expect(shownToStore.headers).toMatchObject({ 'cache-control': 'no-store' });
    const file = await downloadFile(`/api/statements/${token}/statement.csv?month=2026-11`, shop);
    expect(sha256(file.bytes)).toBe(shownToAdmin.body.digest);
    expect(file.headers['cache-control']).toBe('no-store');
    const future = { params: { token }, query: { month: '2027-01' } };
    expect(await shop.refused(contract.storeStatement, future)).toMatchObject({ status: 400 });
    // The link is only in the answer, neither stored nor logged.
    expect(JSON.stringify(await everyRow(site))).not.toContain(token);
    expect(site.log).not.toContain(token);
  });

  test('ends when a new one is made or an admin ends it', async () => {
    await createTwoStores();
    const firstLink = await createLink(1);
    const otherStoresLink = await createLink(2);
    const secondLink = await createLink(1);
    const shop = site.visitor();
    const statusOf = async (token: string) =>
      (await shop.refused(contract.storeStatement, { params: { token } })).status;
    expect(await statusOf(firstLink.token)).toBe(404);
    expect(await statusOf(secondLink.token)).toBe(200);
    const admin = await site.admin();
    const storeId = { params: { id: 1 } };
    expect((await admin.call(contract.statementLink, storeId)).body.link).toEqual({
      createdAt: '2026-11-20T18:00:00.000Z',
      createdBy: 'alex',
    });
    expect((await admin.call(contract.endStatementLink, storeId)).status).toBe(200);
    expect((await admin.call(contract.statementLink, storeId)).body.link).toBeNull();
    expect(await admin.refused(contract.endStatementLink, storeId)).toMatchObject({ status: 404 });
    const params = { token: secondLink.token };
    const answers = [
      await shop.refused(contract.storeStatement, { params }),
      await shop.refused(contract.storeStatementFile, { params }),
      await shop.refused(contract.storeStatement, { params: { token: 'x' } }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', error: /ask the office/ } });
    }
    expect(await statusOf(otherStoresLink.token)).toBe(200);
    const actions = (await site.audit()).map(({ action }) => action).filter((action) => /link/.test(action));
    expect(actions).toEqual([
      'statement.link_ended',
      'statement.link_created',
      'statement.link_created',
      'statement.link_created',
    ]);
    for (const endpoint of [contract.createStatementLink, contract.statementLink]) {
      expect(await admin.refused(endpoint, { params: { id: 99 } })).toMatchObject({ status: 404 });
    }
  });

  test('still opens for an inactive store', async () => {
    const { code, store } = await createTwoStores();
    await redeemAt('2026-11-21T18:00:00Z', code, store.pin);
    const { token } = await createLink(1);
    const admin = await site.admin();
    await admin.call(partners.setPartnerActive, { params: { id: 1 }, body: { active: false } });
    const { body } = await site.visitor().call(contract.storeStatement, { params: { token } });
    expect(body.totals.net).toBe(1);
  });
});
