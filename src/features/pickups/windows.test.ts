import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { everyRow } from '#server/testing/scenarios.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { deletePickups } from './server.ts';
import { contract } from './contract.ts';

import { inTransaction } from '#server/db/database.ts';
import { pickups } from '#server/db/schema.ts';

const site = useTestSite();
const mailbox = useMailbox();

const REQUEST = { name: 'Oksana Bondar', address: '12 Osborne Street', items: 'Two boxes of mugs' };
const TUESDAY = { date: '2026-11-24', from: '13:00' };
const WINDOW = { ...TUESDAY, to: '16:00' };

let admin: Client;

beforeEach(async () => {
  admin = await site.admin();
});

async function offer(capacity = 2, pickupClosed: string[] = []) {
  const pickupWindows = [{ weekday: 2, from: '13:00', to: '16:00', capacity }];
  await admin.call(settings.changeSettings, { body: { pickupWindows, pickupClosed } });
}

async function request(given: object = {}) {
  return (await site.visitor().call(contract.requestPickup, { body: { ...REQUEST, ...given } })).body;
}

const refused = async (given: object) =>
  await site.visitor().refused(contract.requestPickup, { body: { ...REQUEST, ...given } });

const offered = async () => (await site.visitor().call(contract.pickupWindows, {})).body.windows;

const leftOnTuesday = async () => (await offered()).find(({ date }) => date === TUESDAY.date)?.left;

const tokenOf = ({ link }: { link: string }) => ({ token: link.split('/').at(-1) ?? '' });

const rows = async () => await site.database.select().from(pickups).orderBy(pickups.id);

describe('the windows on offer', () => {
  test('are none on a new site, and pickups are asked for as before', async () => {
    expect(await offered()).toEqual([]);
    const answer = await refused({ window: TUESDAY });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_input',
        fields: { window: 'This time is not offered any more. Please choose another.' },
      },
    });
  });

  test('have the places that are left, without closed days', async () => {
    await offer(3, ['2026-12-01']);
    await request({ window: TUESDAY });
    expect(await offered()).toEqual([
      { ...WINDOW, weekday: 2, capacity: 3, left: 2 },
      { ...WINDOW, date: '2026-12-08', weekday: 2, capacity: 3, left: 3 },
      { ...WINDOW, date: '2026-12-15', weekday: 2, capacity: 3, left: 3 },
    ]);
  });
});

describe('a request for a window', () => {
  test('has its start as the preferred time, and the console shows the window', async () => {
    await offer();
    const answer = await request({ window: TUESDAY, preferredAt: '2027-01-01T10:00' });
    expect(answer).toMatchObject({ window: WINDOW, note: null });
    const { body } = await admin.call(contract.adminPickups, {});
    expect(body.pickups).toMatchObject([
      {
        preferredAt: '2026-11-24T19:00:00.000Z',
        windowDate: '2026-11-24',
        windowFrom: '13:00',
        windowTo: '16:00',
        preferredWords: null,
        status: 'pending',
        scheduledAt: null,
      },
    ]);
  });

  test('may say another time in words instead', async () => {
    await offer();
    expect((await request({ preferredWords: ' Any evening ' })).window).toBeNull();
    expect(await rows()).toMatchObject([
      { preferredWords: 'Any evening', preferredAt: null, windowDate: null },
    ]);
  });

  test.each([
    ['of another day', { ...TUESDAY, date: '2026-11-25' }],
    ['of another time', { ...TUESDAY, from: '13:30' }],
    ['on a closed day', { ...TUESDAY, date: '2026-12-01' }],
    ['that is no day', { date: '2026-02-30', from: '' }],
  ])('%s is refused and stores nothing', async (_name, window) => {
    await offer(2, ['2026-12-01']);
    const before = await everyRow(site);
    const answer = await refused({ window });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(Object.keys(answer.body['fields'] as object)).toEqual(['window']);
    expect(await everyRow(site)).toEqual(before);
  });

  test('that is full is 409, in both languages, and the last place is not given twice', async () => {
    await offer(1);
    await request({ window: TUESDAY });
    expect(await leftOnTuesday()).toBe(0);
    const before = await everyRow(site);
    const [english, french] = await Promise.all(
      ['en', 'fr'].map((language) =>
        site
          .visitor()
          .refused(
            contract.requestPickup,
            { body: { ...REQUEST, window: TUESDAY } },
            { headers: { 'accept-language': language } },
          ),
      ),
    );
    expect(english).toMatchObject({
      status: 409,
      body: { code: 'window_full', error: 'This time is full by now. Please choose another.' },
    });
    expect(french?.body.error).toBe(
      'Cette plage horaire est maintenant complète. Veuillez en choisir une autre.',
    );
    expect(await everyRow(site)).toEqual(before);
  });

  test('frees its place once it is cancelled or moved, and takes it back with the undo', async () => {
    await offer(1);
    const { id } = await request({ window: TUESDAY });
    const params = { id };
    const reason = 'Wrong row';
    await admin.call(contract.setPickupStatus, { params, body: { status: 'cancelled' } });
    expect(await leftOnTuesday()).toBe(1);
    await request({ window: TUESDAY });
    await admin.call(contract.undoPickup, { params, body: { reason } });
    expect(await leftOnTuesday()).toBe(0);
    await admin.call(settings.changeSettings, {
      body: { pickupWindows: [{ weekday: 2, from: '13:00', to: '16:00', capacity: 2 }] },
    });
    expect(await leftOnTuesday()).toBe(0);
    const move = async (scheduledAt: string) =>
      await admin.call(contract.setPickupStatus, { params, body: { status: 'scheduled', scheduledAt } });
    await move('2026-11-24T14:00');
    expect(await leftOnTuesday()).toBe(0);
    await move('2026-11-26T14:00');
    expect(await leftOnTuesday()).toBe(1);
  });

  test('stays as it was agreed when the settings change', async () => {
    await offer();
    await request({ window: TUESDAY });
    await admin.call(settings.changeSettings, { body: { pickupWindows: [] } });
    expect(await rows()).toMatchObject([
      { windowDate: '2026-11-24', windowFrom: '13:00', windowTo: '16:00' },
    ]);
  });
});

describe('the link of a pickup', () => {
  test('shows what was agreed, without name, contact and notes', async () => {
    await offer();
    const asked = await request({ window: TUESDAY, phone: '204 555 0187', email: 'oksana@example.ca' });
    await admin.call(contract.setPickupStatus, {
      params: { id: asked.id },
      body: { status: 'scheduled', scheduledAt: '2026-11-24T13:30', notes: 'Grumpy' },
    });
    const answer = await site.visitor().call(contract.pickupByLink, { params: tokenOf(asked) });
    expect(answer.body).toEqual({
      ok: true,
      pickup: {
        status: 'scheduled',
        preferredAt: '2026-11-24T19:00:00.000Z',
        windowDate: '2026-11-24',
        windowFrom: '13:00',
        windowTo: '16:00',
        preferredWords: null,
        scheduledAt: '2026-11-24T19:30:00.000Z',
        address: REQUEST.address,
        items: REQUEST.items,
        createdAt: site.now.toISOString(),
      },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('is in French where the request was', async () => {
    const headers = { 'accept-language': 'fr-CA' };
    const { body } = await site.visitor().call(contract.requestPickup, { body: REQUEST }, { headers });
    expect(body.link).toMatch(/^http:\/\/localhost:3000\/fr\/pickup\//);
    expect((await site.visitor().call(contract.pickupByLink, { params: tokenOf(body) })).status).toBe(200);
  });

  test('that nobody was given, or whose pickup is gone, is 404 and changes nothing', async () => {
    const gone = await request();
    await inTransaction(site.database, async (transaction) =>
      deletePickups(transaction, eq(pickups.id, gone.id)),
    );
    const { token } = tokenOf(await request());
    const other = tokenOf(gone).token.split('.')[0] ?? '';
    const before = await everyRow(site);
    for (const wrong of ['x', `${token}x`.slice(1), `${other}.${token.split('.')[1]}`, tokenOf(gone).token]) {
      const params = { token: wrong };
      const answers = [
        await site.visitor().refused(contract.pickupByLink, { params }),
        await site.visitor().refused(contract.cancelPickupByLink, { params }),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({
          status: 404,
          body: {
            code: 'not_found',
            error: 'This link does not work. Please open the whole of it, or write to us.',
          },
        });
      }
    }
    expect(await everyRow(site)).toEqual(before);
  });

  test('of a number that a restored site gives to somebody else shows nothing of theirs', async () => {
    const first = await request();
    site.pass({ minutes: 5 });
    await site.database.update(pickups).set({ createdAt: site.now }).where(eq(pickups.id, first.id));
    const answer = await site.visitor().refused(contract.pickupByLink, { params: tokenOf(first) });
    expect(answer.status).toBe(404);
  });
});

describe('cancelling by the link', () => {
  test.each(['pending', 'scheduled'] as const)('works while it is %s, and is on record', async (status) => {
    await offer(1);
    const asked = await request({ window: TUESDAY });
    if (status === 'scheduled') {
      await admin.call(contract.setPickupStatus, { params: { id: asked.id }, body: { status } });
    }
    const { body } = await site.visitor().call(contract.cancelPickupByLink, { params: tokenOf(asked) });
    expect(body.pickup).toMatchObject({ status: 'cancelled' });
    expect(await rows()).toMatchObject([
      {
        status: 'cancelled',
        formerStatus: status,
        statusReason: 'Cancelled by whoever asked for it',
        closedAt: site.now,
      },
    ]);
    expect((await site.audit())[0]).toMatchObject({
      actor: 'visitor',
      actorRole: 'visitor',
      action: 'pickup.cancelled',
      entityType: 'pickup',
      entityId: asked.id,
      details: { from: status },
    });
    expect(await leftOnTuesday()).toBe(1);
  });

  test('twice is the same as once', async () => {
    const asked = await request();
    const params = tokenOf(asked);
    await site.visitor().call(contract.cancelPickupByLink, { params });
    const before = await everyRow(site);
    const again = await site.visitor().call(contract.cancelPickupByLink, { params });
    expect(again).toMatchObject({ status: 200, body: { pickup: { status: 'cancelled' } } });
    expect(await everyRow(site)).toEqual(before);
  });

  test('is refused once the pickup is done', async () => {
    const asked = await request();
    const body = { status: 'completed' } as const;
    await admin.call(contract.setPickupStatus, { params: { id: asked.id }, body });
    const before = await everyRow(site);
    const answer = await site.visitor().refused(contract.cancelPickupByLink, { params: tokenOf(asked) });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', error: 'This pickup is done and cannot be cancelled any more.' },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test('is taken back by the team without a place', async () => {
    await offer(1);
    const asked = await request({ window: TUESDAY });
    await site.visitor().call(contract.cancelPickupByLink, { params: tokenOf(asked) });
    await request({ window: TUESDAY });
    const body = { reason: 'They called' };
    const undone = await admin.call(contract.undoPickup, { params: { id: asked.id }, body });
    expect(undone.body.pickup).toMatchObject({ status: 'pending', windowDate: '2026-11-24' });
  });

  test('takes a known time out of the calendar, and else sends no mail', async () => {
    site.site.mailer = mailbox.mailer();
    const email = 'oksana@example.ca';
    const sendAll = async () => {
      while (await sendDueMail(site.site));
    };
    const unknown = await request({ email });
    await site.visitor().call(contract.cancelPickupByLink, { params: tokenOf(unknown) });
    await sendAll();
    expect(mailbox.deliveries).toEqual([]);
    const known = await request({ email });
    const body = { status: 'scheduled', scheduledAt: '2026-11-24T13:30' } as const;
    await admin.call(contract.setPickupStatus, { params: { id: known.id }, body });
    await sendAll();
    expect(mailbox.deliveries[0]?.mail.text).toContain(known.link);
    await site.visitor().call(contract.cancelPickupByLink, { params: tokenOf(known) });
    await sendAll();
    expect(mailbox.deliveries.map(({ mail }) => mail.subject)).toEqual([
      'Pickup on Nov 24, 1:30 PM',
      'Pickup on Nov 24, 1:30 PM cancelled',
    ]);
    expect(mailbox.deliveries[1]?.raw).toContain('method=CANCEL');
  });
});
