import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { inTransaction } from '#server/db/database.ts';
import { pickups } from '#server/db/schema.ts';
import { everyRow } from '#server/testing/scenarios.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';
import { deletePickups } from './server.ts';

const site = useTestSite();
const mailbox = useMailbox();

const REQUEST = { name: 'Oksana Bondar', address: '12 Osborne Street', items: 'Two boxes of mugs' };
const TUESDAY = { date: '2026-11-24', from: '13:00' };
const WINDOW = { ...TUESDAY, to: '16:00' };

let admin: Client;

beforeEach(async () => {
  admin = await site.admin();
});

async function offerWindow(capacity = 2, pickupClosed: string[] = []) {
  const pickupWindows = [{ weekday: 2, from: '13:00', to: '16:00', capacity }];
  await admin.call(settings.changeSettings, { body: { pickupWindows, pickupClosed } });
}

async function sendRequest(fields: object = {}) {
  return (await site.visitor().call(contract.requestPickup, { body: { ...REQUEST, ...fields } })).body;
}

const sendRefused = async (fields: object) =>
  await site.visitor().refused(contract.requestPickup, { body: { ...REQUEST, ...fields } });

const listOfferedWindows = async () => (await site.visitor().call(contract.pickupWindows, {})).body.windows;

const placesLeftOnTuesday = async () =>
  (await listOfferedWindows()).find(({ date }) => date === TUESDAY.date)?.left;

const tokenOf = ({ link }: { link: string }) => ({ token: link.split('/').at(-1) ?? '' });

const listRows = async () => await site.database.select().from(pickups).orderBy(pickups.id);

describe('the offered windows', () => {
  test('are none on a new site, which refuses requests for one', async () => {
    expect(await listOfferedWindows()).toEqual([]);
    const answer = await sendRefused({ window: TUESDAY });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_input',
        fields: { window: 'This time is not offered any more. Please choose another.' },
      },
    });
  });

  test('show the places left, and leave out closed days', async () => {
    await offerWindow(3, ['2026-12-01']);
    await sendRequest({ window: TUESDAY });
    expect(await listOfferedWindows()).toEqual([
      { ...WINDOW, weekday: 2, capacity: 3, left: 2 },
      { ...WINDOW, date: '2026-12-08', weekday: 2, capacity: 3, left: 3 },
      { ...WINDOW, date: '2026-12-15', weekday: 2, capacity: 3, left: 3 },
    ]);
  });
});

describe('a request for a window', () => {
  test('has its start as the preferred time, and the console shows the window', async () => {
    await offerWindow();
    const answer = await sendRequest({ window: TUESDAY, preferredAt: '2027-01-01T10:00' });
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

  test('may describe another time in words instead', async () => {
    await offerWindow();
    expect((await sendRequest({ preferredWords: ' Any evening ' })).window).toBeNull();
    expect(await listRows()).toMatchObject([
      { preferredWords: 'Any evening', preferredAt: null, windowDate: null },
    ]);
  });

  test.each([
    ['of another day', { ...TUESDAY, date: '2026-11-25' }],
    ['of another time', { ...TUESDAY, from: '13:30' }],
    ['on a closed day', { ...TUESDAY, date: '2026-12-01' }],
    ['that is no day', { date: '2026-02-30', from: '' }],
  ])('%s is refused and stores nothing', async (_name, window) => {
    await offerWindow(2, ['2026-12-01']);
    const before = await everyRow(site);
    const answer = await sendRefused({ window });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(Object.keys(answer.body['fields'] as object)).toEqual(['window']);
    expect(await everyRow(site)).toEqual(before);
  });

  test('is 409 if the window is full, in both languages', async () => {
    await offerWindow(1);
    await sendRequest({ window: TUESDAY });
    expect(await placesLeftOnTuesday()).toBe(0);
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
    await offerWindow(1);
    const { id } = await sendRequest({ window: TUESDAY });
    const params = { id };
    const reason = 'Wrong row';
    await admin.call(contract.setPickupStatus, { params, body: { status: 'cancelled' } });
    expect(await placesLeftOnTuesday()).toBe(1);
    await sendRequest({ window: TUESDAY });
    await admin.call(contract.undoPickup, { params, body: { reason } });
    expect(await placesLeftOnTuesday()).toBe(0);
    await admin.call(settings.changeSettings, {
      body: { pickupWindows: [{ weekday: 2, from: '13:00', to: '16:00', capacity: 2 }] },
    });
    expect(await placesLeftOnTuesday()).toBe(0);
    const move = async (scheduledAt: string) =>
      await admin.call(contract.setPickupStatus, { params, body: { status: 'scheduled', scheduledAt } });
    await move('2026-11-24T14:00');
    expect(await placesLeftOnTuesday()).toBe(0);
    await move('2026-11-26T14:00');
    expect(await placesLeftOnTuesday()).toBe(1);
  });

  test('keeps its window when the settings change', async () => {
    await offerWindow();
    await sendRequest({ window: TUESDAY });
    await admin.call(settings.changeSettings, { body: { pickupWindows: [] } });
    expect(await listRows()).toMatchObject([
      { windowDate: '2026-11-24', windowFrom: '13:00', windowTo: '16:00' },
    ]);
  });
});

describe('the link of a pickup', () => {
  test('shows the pickup without name, contact and notes', async () => {
    await offerWindow();
    const requested = await sendRequest({
      window: TUESDAY,
      phone: '204 555 0187',
      email: 'oksana@example.ca',
    });
    await admin.call(contract.setPickupStatus, {
      params: { id: requested.id },
      body: { status: 'scheduled', scheduledAt: '2026-11-24T13:30', notes: 'Grumpy' },
    });
    const answer = await site.visitor().call(contract.pickupByLink, { params: tokenOf(requested) });
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

  test('is French if the request was', async () => {
    const headers = { 'accept-language': 'fr-CA' };
    const { body } = await site.visitor().call(contract.requestPickup, { body: REQUEST }, { headers });
    expect(body.link).toMatch(/^http:\/\/localhost:3000\/fr\/pickup\//);
    expect((await site.visitor().call(contract.pickupByLink, { params: tokenOf(body) })).status).toBe(200);
  });

  test('is 404 if it is invented or its pickup was deleted, and changes nothing', async () => {
    const deletedRequest = await sendRequest();
    await inTransaction(site.database, async (transaction) =>
      deletePickups(transaction, eq(pickups.id, deletedRequest.id)),
    );
    const { token } = tokenOf(await sendRequest());
    const deletedPart = tokenOf(deletedRequest).token.split('.')[0] ?? '';
    const before = await everyRow(site);
    for (const wrongToken of [
      'x',
      `${token}x`.slice(1),
      `${deletedPart}.${token.split('.')[1]}`,
      tokenOf(deletedRequest).token,
    ]) {
      const params = { token: wrongToken };
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

  test('does not open a later request that got the same id after a restore', async () => {
    const first = await sendRequest();
    site.pass({ minutes: 5 });
    await site.database.update(pickups).set({ createdAt: site.now }).where(eq(pickups.id, first.id));
    const answer = await site.visitor().refused(contract.pickupByLink, { params: tokenOf(first) });
    expect(answer.status).toBe(404);
  });
});

describe('cancelling by the link', () => {
  test.each(['pending', 'scheduled'] as const)(
    'works while the pickup is %s, and is audited',
    async (status) => {
      await offerWindow(1);
      const requested = await sendRequest({ window: TUESDAY });
      if (status === 'scheduled') {
        await admin.call(contract.setPickupStatus, { params: { id: requested.id }, body: { status } });
      }
      const { body } = await site.visitor().call(contract.cancelPickupByLink, { params: tokenOf(requested) });
      expect(body.pickup).toMatchObject({ status: 'cancelled' });
      expect(await listRows()).toMatchObject([
        {
          status: 'cancelled',
          formerStatus: status,
          statusReason: 'Cancelled by the requester',
          closedAt: site.now,
        },
      ]);
      expect((await site.audit())[0]).toMatchObject({
        actor: 'visitor',
        actorRole: 'visitor',
        action: 'pickup.cancelled',
        entityType: 'pickup',
        entityId: requested.id,
        details: { from: status },
      });
      expect(await placesLeftOnTuesday()).toBe(1);
    },
  );

  test('twice is the same as once', async () => {
    const requested = await sendRequest();
    const params = tokenOf(requested);
    await site.visitor().call(contract.cancelPickupByLink, { params });
    const before = await everyRow(site);
    const again = await site.visitor().call(contract.cancelPickupByLink, { params });
    expect(again).toMatchObject({ status: 200, body: { pickup: { status: 'cancelled' } } });
    expect(await everyRow(site)).toEqual(before);
  });

  test('is refused once the pickup is done', async () => {
    const requested = await sendRequest();
    const body = { status: 'completed' } as const;
    await admin.call(contract.setPickupStatus, { params: { id: requested.id }, body });
    const before = await everyRow(site);
    const answer = await site.visitor().refused(contract.cancelPickupByLink, { params: tokenOf(requested) });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', error: 'This pickup is done and cannot be cancelled any more.' },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test('can be undone by the team even if the place is taken', async () => {
    await offerWindow(1);
    const requested = await sendRequest({ window: TUESDAY });
    await site.visitor().call(contract.cancelPickupByLink, { params: tokenOf(requested) });
    await sendRequest({ window: TUESDAY });
    const body = { reason: 'They called' };
    const undone = await admin.call(contract.undoPickup, { params: { id: requested.id }, body });
    expect(undone.body.pickup).toMatchObject({ status: 'pending', windowDate: '2026-11-24' });
  });

  test('removes a known time from the calendar, and otherwise sends no mail', async () => {
    site.site.mailer = mailbox.mailer();
    const email = 'oksana@example.ca';
    const sendAll = async () => {
      while (await sendDueMail(site.site));
    };
    const unknown = await sendRequest({ email });
    await site.visitor().call(contract.cancelPickupByLink, { params: tokenOf(unknown) });
    await sendAll();
    expect(mailbox.deliveries).toEqual([]);
    const known = await sendRequest({ email });
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
