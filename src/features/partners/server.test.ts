import { describe, expect, test } from 'vitest';
import { contract as redemption } from '#features/till/contract.ts';
import { confirmedCode, everyRow, partnerStore } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const DETAILS = {
  name: 'Main Street Thrift',
  discount: '10 % off',
  link: 'https://thrift.example/main',
  logo: 'https://thrift.example/logo.png',
  address: '12 Main Street, Winnipeg',
  hours: 'Mon to Fri 10 to 6\nSat 10 to 4',
};

describe('adding a store', () => {
  test('answers the store and its PIN, and records who did it', async () => {
    const admin = await site.admin();
    const { status, body } = await admin.call(contract.createPartner, { body: DETAILS });
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      partner: { id: 1, ...DETAILS, is_active: true },
      pin: expect.stringMatching(/^\d{8}$/),
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'partner.created',
      entityType: 'partner',
      entityId: 1,
      createdAt: site.now,
    });
  });

  test('needs only a name, and stores blank fields as null', async () => {
    const admin = await site.admin();
    const { body } = await admin.call(contract.createPartner, {
      body: { name: '  Corner Thrift ', discount: '  ', link: '', logo: null, address: ' ', hours: '' },
    });
    expect(body.partner).toEqual({
      id: 1,
      name: 'Corner Thrift',
      discount: null,
      link: null,
      logo: null,
      address: null,
      hours: null,
      is_active: true,
    });
  });

  test.each([
    [{ name: '   ' }, { name: 'Partner name is required' }],
    [
      { link: 'javascript:alert(1)', logo: 'data:image/png,x' },
      {
        name: 'Partner name is required',
        link: 'Please enter a valid URL',
        logo: 'Please enter a valid logo URL',
      },
    ],
  ])('refuses %j and changes nothing', async (body, fields) => {
    const admin = await site.admin();
    const before = await everyRow(site);
    const answer = await admin.refused(contract.createPartner, { body });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(fields);
    expect(answer.body.error).toBe(Object.values(fields)[0]);
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('updating a store', () => {
  const NEW_DETAILS = {
    name: 'Main Street Reuse',
    discount: '15 % off',
    link: 'https://reuse.example/',
    logo: 'https://reuse.example/logo.png',
    address: '14 Main Street, Winnipeg',
    hours: 'Daily 9 to 5',
  };

  test('answers the store, keeps its PIN, shows the change to donors, and records who did it', async () => {
    const admin = await site.admin();
    const { code } = await confirmedCode(site, admin);
    const { partner, pin } = await partnerStore(admin);
    const params = { id: partner.id };
    const answer = await admin.call(contract.updatePartner, { params, body: NEW_DETAILS });
    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, partner: { ...NEW_DETAILS, id: partner.id, is_active: true } },
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'partner.updated',
      entityType: 'partner',
      entityId: partner.id,
    });
    const publicList = await site.visitor().call(contract.partners, {});
    expect(publicList.body).toEqual([{ ...NEW_DETAILS, id: partner.id }]);
    const redeemed = await site.visitor().call(redemption.redeemCode, { params: { code }, body: { pin } });
    expect(redeemed.status).toBe(200);
  });

  test('empties blank fields, and keeps omitted ones and the inactive state', async () => {
    const admin = await site.admin();
    const { body: created } = await admin.call(contract.createPartner, { body: DETAILS });
    const params = { id: created.partner.id };
    await admin.call(contract.setPartnerActive, { params, body: { active: false } });
    const { body } = await admin.call(contract.updatePartner, {
      params,
      body: { discount: ' ', link: null },
    });
    expect(body.partner).toEqual({
      id: params.id,
      name: DETAILS.name,
      discount: null,
      link: null,
      logo: DETAILS.logo,
      address: DETAILS.address,
      hours: DETAILS.hours,
      is_active: false,
    });
    expect((await admin.call(contract.updatePartner, { params, body: {} })).body.partner).toEqual(
      body.partner,
    );
  });

  test('refuses a blank name and changes nothing', async () => {
    const admin = await site.admin();
    const { partner } = await partnerStore(admin);
    const before = await everyRow(site);
    const body = { ...NEW_DETAILS, name: ' ' };
    const answer = await admin.refused(contract.updatePartner, { params: { id: partner.id }, body });
    expect(answer).toMatchObject({ status: 400, body: { fields: { name: 'Partner name is required' } } });
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('rotating the PIN', () => {
  test('answers a new one, records who did it, and stops the old one', async () => {
    const admin = await site.admin();
    const { code } = await confirmedCode(site, admin);
    const { partner, pin } = await partnerStore(admin);
    const rotated = await admin.call(contract.rotatePartnerPin, { params: { id: partner.id } });
    expect(rotated).toMatchObject({
      status: 200,
      body: { ok: true, pin: expect.stringMatching(/^\d{8}$/) },
    });
    expect(rotated.body.pin).not.toBe(pin);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'partner.pin_rotated',
      entityType: 'partner',
      entityId: partner.id,
    });
    const till = site.visitor();
    const oldPinAnswer = await till.refused(redemption.redeemCode, { params: { code }, body: { pin } });
    expect(oldPinAnswer).toMatchObject({ status: 403, body: { error: 'Invalid PIN' } });
    const newPin = { pin: rotated.body.pin };
    expect(await till.call(redemption.redeemCode, { params: { code }, body: newPin })).toMatchObject({
      status: 200,
    });
  });
});

describe('deactivating and activating a store', () => {
  test('answers the store and records who did it', async () => {
    const admin = await site.admin();
    const { partner } = await partnerStore(admin);
    const params = { id: partner.id };
    const deactivated = await admin.call(contract.setPartnerActive, { params, body: { active: false } });
    expect(deactivated).toMatchObject({
      status: 200,
      body: { ok: true, partner: { id: partner.id, is_active: false } },
    });
    const activated = await admin.call(contract.setPartnerActive, { params, body: { active: true } });
    expect(activated.body.partner.is_active).toBe(true);
    const [last, first] = await site.audit();
    expect(first).toMatchObject({
      actor: 'alex',
      actorRole: 'admin',
      action: 'partner.deactivated',
      entityType: 'partner',
      entityId: partner.id,
    });
    expect(last).toMatchObject({ action: 'partner.activated', entityId: partner.id });
  });

  test('refuses a missing state and changes nothing', async () => {
    const admin = await site.admin();
    const { partner } = await partnerStore(admin);
    const before = await everyRow(site);
    const params = { id: partner.id };
    expect(await admin.refused(contract.setPartnerActive, { params, body: {} })).toMatchObject({
      status: 400,
      body: { fields: { active: 'Please say whether the partner is active' } },
    });
    expect(await everyRow(site)).toEqual(before);
  });
});

test.each([
  ['updatePartner', DETAILS],
  ['rotatePartnerPin', undefined],
  ['setPartnerActive', { active: true }],
] as const)('%s answers 404 for an unknown store and changes nothing', async (name, body) => {
  const admin = await site.admin();
  await partnerStore(admin);
  const before = await everyRow(site);
  const answer = await admin.refused(contract[name], { params: { id: 999 }, body });
  expect(answer).toMatchObject({
    status: 404,
    body: { code: 'not_found', error: 'There is no such partner.' },
  });
  expect(await everyRow(site)).toEqual(before);
});

describe('the lists', () => {
  test('show active stores to everyone by name, and all stores to admins by age', async () => {
    const admin = await site.admin();
    const willow = await partnerStore(admin, 'Willow Thrift');
    const closed = await partnerStore(admin, 'Closed Thrift');
    const ash = await admin.call(contract.createPartner, { body: { ...DETAILS, name: 'Ash Thrift' } });
    await admin.call(contract.setPartnerActive, {
      params: { id: closed.partner.id },
      body: { active: false },
    });
    const publicList = await site.visitor().call(contract.partners, {});
    expect(publicList.status).toBe(200);
    expect(publicList.body).toEqual([
      { ...DETAILS, id: ash.body.partner.id, name: 'Ash Thrift' },
      {
        id: willow.partner.id,
        name: 'Willow Thrift',
        discount: null,
        link: null,
        logo: null,
        address: null,
        hours: null,
      },
    ]);
    const adminList = await admin.call(contract.adminPartners, {});
    expect(adminList.body.ok).toBe(true);
    expect(adminList.body.partners).toEqual([
      willow.partner,
      { ...closed.partner, is_active: false },
      ash.body.partner,
    ]);
  });
});

test('a PIN is shown once and then never: not in answers, log, audit or database', async () => {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  const { partner, pin } = await partnerStore(admin);
  const rotated = await admin.call(contract.rotatePartnerPin, { params: { id: partner.id } });
  const pins = [pin, rotated.body.pin];
  const till = site.visitor();
  const options = { headers: { 'idempotency-key': 'a-key' } };
  const laterAnswers = [
    await till.refused(redemption.redeemCode, { params: { code }, body: { pin } }, options),
    await till.call(redemption.redeemCode, { params: { code }, body: { pin: rotated.body.pin } }, options),
    await till.refused(redemption.redeemCode, {
      params: { code },
      body: { pin: rotated.body.pin, clerk: 5 },
    }),
    await admin.call(contract.adminPartners, {}),
    await admin.call(contract.setPartnerActive, { params: { id: partner.id }, body: { active: false } }),
    await site.visitor().call(contract.partners, {}),
  ];
  const everything = JSON.stringify(laterAnswers) + site.log + JSON.stringify(await everyRow(site));
  expect(site.log).toContain('/api/admin/partners/:id/rotate-pin');
  for (const secret of pins) expect(everything).not.toContain(secret);
});
