import { describe, expect, test } from 'vitest';
import { everyRow } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract, type PickupRow } from './contract.ts';
import { nextPickupStatuses, pickupStatuses, type PickupStatus } from './rules.ts';

const site = useTestSite();

const REQUEST = {
  name: 'Oksana Bondar',
  phone: '204-555-0187',
  email: 'oksana@example.ca',
  address: '12 Osborne Street',
  items: 'Two boxes of mugs',
  preferredAt: '2027-07-02T14:30',
};

async function addRequest(fields: Partial<typeof REQUEST> = {}): Promise<number> {
  const { status, body } = await site
    .visitor()
    .call(contract.requestPickup, { body: { ...REQUEST, ...fields } });
  if (status !== 201) throw new Error(`The request was refused: ${JSON.stringify(body)}`);
  return body.id;
}

async function listPickups(admin: Client, query = ''): Promise<PickupRow[]> {
  const { status, body } = await admin.send<{ pickups: PickupRow[] }>('GET', `/api/admin/pickups?${query}`);
  expect(status).toBe(200);
  return body.pickups;
}

async function addPickupWithStatus(admin: Client, status: PickupStatus): Promise<number> {
  const id = await addRequest();
  if (status !== 'pending') await admin.call(contract.setPickupStatus, { params: { id }, body: { status } });
  return id;
}

describe('asking for a pickup', () => {
  test('needs no sign-in, and answers what happens next', async () => {
    const { status, body } = await site.visitor().call(contract.requestPickup, { body: REQUEST });
    expect(status).toBe(201);
    expect(body).toEqual({
      ok: true,
      id: 1,
      message: "We'll contact you within 1-2 business days to schedule your pickup.",
      note: null,
      window: null,
      link: expect.stringMatching(/^http:\/\/localhost:3000\/pickup\/[\w.-]+$/) as string,
    });
    const admin = await site.admin();
    expect(await listPickups(admin)).toEqual([
      {
        ...REQUEST,
        id: 1,
        preferredAt: '2027-07-02T19:30:00.000Z',
        windowDate: null,
        windowFrom: null,
        windowTo: null,
        preferredWords: null,
        kilograms: null,
        status: 'pending',
        scheduledAt: null,
        formerStatus: null,
        statusReason: null,
        notes: null,
        createdAt: site.now.toISOString(),
      },
    ]);
  });

  test('is recorded without personal data', async () => {
    const id = await addRequest();
    expect(await site.audit()).toEqual([
      {
        id: expect.any(Number) as number,
        actor: 'visitor',
        actorRole: 'visitor',
        action: 'pickup.requested',
        entityType: 'pickup',
        entityId: id,
        participantId: null,
        details: {},
        address: '127.0.0.1',
        requestId: expect.any(String) as string,
        createdAt: site.now,
      },
    ]);
  });

  test('needs a name, an address and items only', async () => {
    const { status } = await site.visitor().call(contract.requestPickup, {
      body: {
        name: ' Ravi ',
        address: ' 500 Pembina ',
        items: ' Books ',
        phone: '',
        email: ' ',
        preferredAt: '',
      },
    });
    expect(status).toBe(201);
    const [row] = await listPickups(await site.admin());
    expect(row).toMatchObject({
      name: 'Ravi',
      address: '500 Pembina',
      items: 'Books',
      phone: null,
      email: null,
      preferredAt: null,
    });
  });

  test.each([
    ['a summer time without an offset, in Winnipeg', '2026-07-02T14:30', '2026-07-02T19:30:00.000Z'],
    ['a winter time without an offset, in Winnipeg', '2026-01-15T14:30', '2026-01-15T20:30:00.000Z'],
    ['a time with seconds', '2026-07-02T14:30:15', '2026-07-02T19:30:15.000Z'],
    ['a time in UTC', '2026-07-02T14:30:00Z', '2026-07-02T14:30:00.000Z'],
    ['a time with an offset', '2026-07-02T14:30:00+02:00', '2026-07-02T12:30:00.000Z'],
    ['the last minute before the clocks go forward', '2026-03-08T01:59', '2026-03-08T07:59:00.000Z'],
    ['the first minute after it', '2026-03-08T03:00', '2026-03-08T08:00:00.000Z'],
    ['a time that comes twice, the first of the two', '2026-11-01T01:30', '2026-11-01T06:30:00.000Z'],
    ['in UTC a time that Winnipeg skips', '2026-03-08T02:30:00Z', '2026-03-08T02:30:00.000Z'],
  ])('takes %s, without a note: %s', async (_name, preferredAt, instant) => {
    const body = { ...REQUEST, preferredAt };
    expect((await site.visitor().call(contract.requestPickup, { body })).body.note).toBeNull();
    const [row] = await listPickups(await site.admin());
    expect(row?.preferredAt).toBe(instant);
  });

  test.each([
    ['en', 'The time you chose does not exist: the clocks go forward then. We took the next one that does.'],
    [
      'fr',
      'L’heure choisie n’existe pas\u00a0: on avance l’heure à ce moment-là. Nous avons retenu l’heure suivante.',
    ],
  ])('takes the next time if the clocks skip the preferred one, with a note: %s', async (language, note) => {
    const body = { ...REQUEST, preferredAt: '2026-03-08T02:30' };
    const headers = { 'accept-language': language };
    const answer = await site.visitor().call(contract.requestPickup, { body }, { headers });
    expect(answer.body.note).toBe(note);
    const [row] = await listPickups(await site.admin());
    expect(row?.preferredAt).toBe('2026-03-08T08:30:00.000Z');
  });

  const all = {
    name: 'Name is required',
    address: 'Address is required',
    items: 'Items description is required',
  };

  test.each([
    [{}, all],
    [{ name: ' ', address: '', items: null }, all],
    [{ ...REQUEST, email: 'oksana' }, { email: 'Please enter a valid email address' }],
    [{ ...REQUEST, preferredAt: 'tomorrow' }, { preferredAt: 'Please choose a date and time' }],
    [{ ...REQUEST, preferredAt: '2027-02-30T10:00' }, { preferredAt: 'Please choose a date and time' }],
  ])('refuses %j and stores nothing', async (body, fields) => {
    const before = await everyRow(site);
    const answer = await site.visitor().refused(contract.requestPickup, { body });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(fields);
    expect(answer.body.error).toBe(Object.values(fields)[0]);
    expect(await everyRow(site)).toEqual(before);
  });

  test('stores a request once if it is sent twice with one key', async () => {
    const visitor = site.visitor();
    const sending = { headers: { 'idempotency-key': 'one-form' } };
    const answers = [
      await visitor.call(contract.requestPickup, { body: REQUEST }, sending),
      await visitor.call(contract.requestPickup, { body: REQUEST }, sending),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    const other = await visitor.refused(
      contract.requestPickup,
      { body: { ...REQUEST, items: 'Something else' } },
      sending,
    );
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    expect(await site.audit()).toHaveLength(1);
    expect(await listPickups(await site.admin())).toHaveLength(1);
  });
});

describe('the list of requests', () => {
  test('is newest first, in pages, by status', async () => {
    const admin = await site.admin();
    const ids: number[] = [];
    for (const name of ['First', 'Second', 'Third']) {
      ids.push(await addRequest({ name }));
      site.pass({ minutes: 1 });
    }
    await admin.call(contract.setPickupStatus, {
      params: { id: ids[1] ?? 0 },
      body: { status: 'scheduled' },
    });
    expect((await listPickups(admin)).map(({ name }) => name)).toEqual(['Third', 'Second', 'First']);
    expect((await listPickups(admin, 'status=scheduled')).map(({ name }) => name)).toEqual(['Second']);
    expect((await listPickups(admin, 'status=')).length).toBe(3);
    expect(await listPickups(admin, 'status=cancelled')).toEqual([]);
    const { body } = await admin.send('GET', '/api/admin/pickups?limit=1&offset=2&status=pending');
    expect(body).toMatchObject({ ok: true, pickups: [], total: 2, limit: 1, offset: 2 });
    expect((await admin.send('GET', '/api/admin/pickups?status=lost')).status).toBe(400);
  });
});

describe('setting the status of a pickup', () => {
  const steps = pickupStatuses.flatMap((from) => pickupStatuses.map((to) => [from, to] as const));

  test.each(steps.filter(([from, to]) => nextPickupStatuses[from].includes(to)))(
    'from %s to %s is done and recorded',
    async (from, to) => {
      const admin = await site.admin();
      const id = await addPickupWithStatus(admin, from);
      const answer = await admin.call(contract.setPickupStatus, {
        params: { id },
        body: { status: to, notes: ' Van on Tuesday ' },
      });
      expect(answer).toMatchObject({
        status: 200,
        body: { ok: true, pickup: { id, status: to, notes: 'Van on Tuesday' } },
      });
      expect((await listPickups(admin))[0]).toEqual(answer.body.pickup);
      const [entry] = await site.audit();
      expect(entry).toMatchObject({
        actor: 'alex',
        actorRole: 'admin',
        action: `pickup.${to}`,
        entityType: 'pickup',
        entityId: id,
        details: { fields: ['notes'] },
        createdAt: site.now,
      });
    },
  );

  test.each(steps.filter(([from, to]) => !nextPickupStatuses[from].includes(to)))(
    'from %s to %s is 409 and changes nothing',
    async (from, to) => {
      const admin = await site.admin();
      const id = await addPickupWithStatus(admin, from);
      const before = await everyRow(site);
      const answer = await admin.refused(contract.setPickupStatus, { params: { id }, body: { status: to } });
      expect(answer).toMatchObject({ status: 409, body: { ok: false, code: 'wrong_state' } });
      expect(answer.body.error).toMatch(new RegExp(`^This pickup is ${from} and cannot `));
      expect(await everyRow(site)).toEqual(before);
    },
  );

  test('without notes leaves the earlier ones', async () => {
    const admin = await site.admin();
    const id = await addRequest();
    const params = { id };
    await admin.call(contract.setPickupStatus, {
      params,
      body: { status: 'scheduled', notes: 'Ring twice' },
    });
    const { body } = await admin.call(contract.setPickupStatus, {
      params,
      body: { status: 'completed', notes: ' ' },
    });
    expect(body.pickup).toMatchObject({ status: 'completed', notes: 'Ring twice' });
  });

  test.each([
    [1, {}, 400, { status: 'Please choose pending, scheduled, completed or cancelled' }],
    [1, { status: 'lost' }, 400, { status: 'Please choose pending, scheduled, completed or cancelled' }],
    [999, { status: 'scheduled' }, 404, undefined],
  ])('%s with %j is %d and changes nothing', async (id, body, status, fields) => {
    const admin = await site.admin();
    await addRequest();
    const before = await everyRow(site);
    const answer = await admin.refused(contract.setPickupStatus, { params: { id }, body });
    expect(answer.status).toBe(status);
    expect(answer.body['fields']).toEqual(fields);
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('the time of a pickup', () => {
  test.each([
    ['2026-12-01T09:30', '2026-12-01T15:30:00.000Z'],
    ['2026-12-01T15:30:00Z', '2026-12-01T15:30:00.000Z'],
    ['2026-12-01T16:30:00+01:00', '2026-12-01T15:30:00.000Z'],
  ])('is set to %s as it is scheduled, and recorded', async (typedTime, scheduledAt) => {
    const admin = await site.admin();
    const id = await addRequest();
    const body = { status: 'scheduled', scheduledAt: typedTime, notes: 'Ring twice' } as const;
    const answer = await admin.call(contract.setPickupStatus, { params: { id }, body });
    expect(answer.body.pickup).toMatchObject({ status: 'scheduled', scheduledAt, notes: 'Ring twice' });
    expect((await listPickups(admin))[0]).toEqual(answer.body.pickup);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      action: 'pickup.scheduled',
      details: { scheduledAt, fields: ['notes'] },
    });
  });

  test('is changed by scheduling again, with the notes or alone', async () => {
    const admin = await site.admin();
    const id = await addRequest();
    const set = async (body: { scheduledAt?: string; notes?: string }) =>
      (await admin.call(contract.setPickupStatus, { params: { id }, body: { status: 'scheduled', ...body } }))
        .body.pickup;
    await set({ scheduledAt: '2026-12-01T09:30', notes: 'Ring twice' });
    expect(await set({ scheduledAt: '2026-12-02T09:30' })).toMatchObject({
      status: 'scheduled',
      scheduledAt: '2026-12-02T15:30:00.000Z',
      notes: 'Ring twice',
    });
    expect(await set({ notes: 'Ring once' })).toMatchObject({
      scheduledAt: '2026-12-02T15:30:00.000Z',
      notes: 'Ring once',
    });
    const entries = (await site.audit()).slice(0, 2);
    expect(entries).toMatchObject([
      { actor: 'alex', actorRole: 'admin', entityType: 'pickup', entityId: id },
      { actor: 'alex', actorRole: 'admin', entityType: 'pickup', entityId: id },
    ]);
    expect(entries.map(({ action, details }) => ({ action, details }))).toEqual([
      { action: 'pickup.rescheduled', details: { fields: ['notes'] } },
      { action: 'pickup.rescheduled', details: { scheduledAt: '2026-12-02T15:30:00.000Z' } },
    ]);
  });

  test.each([
    [{ status: 'scheduled', scheduledAt: 'tomorrow' }, 'Please choose a date and time'],
    [{ status: 'scheduled', scheduledAt: '2026-02-30T10:00' }, 'Please choose a date and time'],
    [{ status: 'scheduled', scheduledAt: '0000-01-01T00:00' }, 'Please choose a date and time'],
    [{ status: 'scheduled', scheduledAt: 7 }, 'Please choose a date and time'],
    [{ status: 'completed', scheduledAt: '2026-12-01T09:30' }, 'Only a scheduled pickup has a time'],
  ])('in %j is refused at its field, and changes nothing', async (body, message) => {
    const admin = await site.admin();
    const id = await addRequest();
    const before = await everyRow(site);
    const answer = await admin.refused(contract.setPickupStatus, { params: { id }, body });
    expect(answer).toMatchObject({ status: 400, body: { fields: { scheduledAt: message } } });
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('taking back the last step', () => {
  test.each([
    ['pending', 'scheduled'],
    ['pending', 'completed'],
    ['pending', 'cancelled'],
    ['scheduled', 'completed'],
    ['scheduled', 'cancelled'],
  ] as const)('leads back to %s from %s, once, with its reason', async (from, to) => {
    const admin = await site.admin();
    const params = { id: await addPickupWithStatus(admin, from) };
    const reason = 'Pressed the wrong button';
    if (from === 'scheduled' && to === 'cancelled') {
      await admin.call(contract.cancelPickup, { params, body: { reason: 'Van' } });
    } else {
      await admin.call(contract.setPickupStatus, { params, body: { status: to, notes: 'Ring twice' } });
    }
    const volunteer = await site.volunteer();
    const { body } = await volunteer.call(contract.undoPickup, { params, body: { reason } });
    expect(body.pickup).toMatchObject({ status: from, formerStatus: null, statusReason: reason });
    expect((await listPickups(admin))[0]).toEqual(body.pickup);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actorRole: 'volunteer',
      action: 'pickup.undone',
      entityType: 'pickup',
      entityId: params.id,
      details: { from: to, to: from },
    });
    const before = await everyRow(site);
    const again = await admin.refused(contract.undoPickup, { params, body: { reason } });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_undo', error: 'This pickup has no step to take back.' },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test('clears a time with the step that set it, and keeps it with a later step', async () => {
    const admin = await site.admin();
    const params = { id: await addRequest() };
    const reason = 'Wrong row';
    const undo = async () =>
      (await admin.call(contract.undoPickup, { params, body: { reason } })).body.pickup;
    const scheduled = { status: 'scheduled', scheduledAt: '2026-12-01T09:30' } as const;
    await admin.call(contract.setPickupStatus, { params, body: scheduled });
    await admin.call(contract.setPickupStatus, { params, body: { status: 'completed' } });
    expect(await undo()).toMatchObject({ status: 'scheduled', scheduledAt: '2026-12-01T15:30:00.000Z' });
    const rescheduled = { ...scheduled, scheduledAt: '2026-12-02T09:30' };
    await admin.call(contract.cancelPickup, { params, body: { reason } });
    expect(await undo()).toMatchObject({ status: 'scheduled', scheduledAt: '2026-12-01T15:30:00.000Z' });
    await admin.call(contract.setPickupStatus, { params, body: { status: 'completed' } });
    await undo();
    expect((await admin.call(contract.setPickupStatus, { params, body: rescheduled })).status).toBe(200);
    // A reschedule is no step.
    expect((await admin.refused(contract.undoPickup, { params, body: { reason } })).status).toBe(409);
  });

  test('leads back to pending after a reschedule', async () => {
    const admin = await site.admin();
    const params = { id: await addRequest() };
    for (const scheduledAt of ['2026-12-01T09:30', '2026-12-02T09:30']) {
      await admin.call(contract.setPickupStatus, { params, body: { status: 'scheduled', scheduledAt } });
    }
    const { body } = await admin.call(contract.undoPickup, { params, body: { reason: 'They moved away' } });
    expect(body.pickup).toMatchObject({ status: 'pending', scheduledAt: null });
  });
});

describe('cancelling a scheduled pickup', () => {
  test('stores the reason, which the next step clears', async () => {
    const volunteer = await site.volunteer();
    const params = { id: await addPickupWithStatus(await site.admin(), 'scheduled') };
    const { body } = await volunteer.call(contract.cancelPickup, { params, body: { reason: 'No van' } });
    expect(body.pickup).toMatchObject({
      status: 'cancelled',
      formerStatus: 'scheduled',
      statusReason: 'No van',
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actorRole: 'volunteer',
      action: 'pickup.cancelled',
      entityId: params.id,
      details: { from: 'scheduled' },
    });
    await volunteer.call(contract.undoPickup, { params, body: { reason: 'A van' } });
    const done = await volunteer.call(contract.setPickupStatus, { params, body: { status: 'completed' } });
    expect(done.body.pickup).toMatchObject({ status: 'completed', statusReason: null });
  });

  test('is refused if the pickup is not scheduled', async () => {
    const admin = await site.admin();
    const params = { id: await addRequest() };
    const before = await everyRow(site);
    const answer = await admin.refused(contract.cancelPickup, { params, body: { reason: 'No van' } });
    const error = 'This pickup is not scheduled. Set its status to cancelled.';
    expect(answer).toMatchObject({ status: 409, body: { code: 'wrong_state', error } });
    expect(await everyRow(site)).toEqual(before);
  });
});

describe.each([
  ['undo', contract.undoPickup],
  ['cancel', contract.cancelPickup],
] as const)('%s', (_name, endpoint) => {
  test.each([
    [1, {}, 400, { reason: 'Please say why' }],
    [1, { reason: ' ' }, 400, { reason: 'Please say why' }],
    [999, { reason: 'x' }, 404, undefined],
  ])('of %s with %j is %d and changes nothing', async (id, body, status, fields) => {
    const admin = await site.admin();
    await addPickupWithStatus(admin, 'scheduled');
    const before = await everyRow(site);
    const answer = await admin.refused(endpoint, { params: { id }, body });
    expect(answer.status).toBe(status);
    expect(answer.body['fields']).toEqual(fields);
    expect(await everyRow(site)).toEqual(before);
  });
});
