import { describe, expect, test } from 'vitest';
import { contract as donationsContract } from '#features/donations/console/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { everyRow } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract, type DropBin } from './contract.ts';

const site = useTestSite();

const EAST = {
  name: 'University Centre East',
  location: 'University Centre, east entrance',
  binCode: 'UC_EAST',
};

const OPTIONAL_FIELDS = {
  directions: 'Left of the coffee bar, under the stairs.',
  hours: 'Mon to Fri, 7 AM to 10 PM',
  targetDays: 7,
  lat: 49.8093,
  lng: -97.1331,
};
const EMPTY_OPTIONAL_FIELDS = { directions: null, hours: null, targetDays: null, lat: null, lng: null };

async function addBin(
  admin: Client,
  fields: Partial<typeof EAST & typeof OPTIONAL_FIELDS> = {},
): Promise<DropBin> {
  const { status, body } = await admin.call(contract.createBin, { body: { ...EAST, ...fields } });
  if (status !== 200) throw new Error(`The bin was refused: ${JSON.stringify(body)}`);
  return body.bin;
}

async function report(binId: number, notes = 'Lid will not close'): Promise<number> {
  const { status, body } = await site.visitor().call(contract.reportOverflow, { body: { binId, notes } });
  if (status !== 200) throw new Error(`The report was refused: ${JSON.stringify(body)}`);
  return body.id;
}

async function findBinRow(admin: Client, id: number) {
  const { body } = await admin.call(contract.adminBins, {});
  return body.items.find((bin) => bin.id === id);
}

const expectedEntry = (action: string, details: Record<string, unknown> = {}, entityId = 1) => ({
  actor: 'alex',
  actorRole: 'admin',
  action,
  entityType: 'bin',
  entityId,
  details,
});

describe('adding a bin', () => {
  test('returns the bin, active and without QR codes, and records who added it', async () => {
    const admin = await site.admin();
    const { status, body } = await admin.call(contract.createBin, {
      body: { ...EAST, name: '  University Centre East ' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      bin: {
        id: 1,
        ...EAST,
        ...EMPTY_OPTIONAL_FIELDS,
        qrCode: null,
        isActive: true,
        isOverflowing: false,
        lastEmptied: null,
        nextScheduledPickup: null,
        createdAt: site.now.toISOString(),
      },
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject(expectedEntry('bin.created', { binCode: 'UC_EAST' }));
    const list = await admin.call(contract.managedBins, {});
    expect(list.body).toEqual({
      ok: true,
      items: [body.bin],
      total: 1,
      limit: 50,
      offset: 0,
      publicUrl: 'http://localhost:3000',
    });
  });

  test('stores directions, hours, target days and coordinates', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin, OPTIONAL_FIELDS);
    const { targetDays, ...otherFields } = OPTIONAL_FIELDS;
    expect(await findBinRow(admin, id)).toMatchObject({ ...otherFields, target_days: targetDays });
    const { body } = await admin.call(contract.managedBins, {});
    expect(body.items).toMatchObject([OPTIONAL_FIELDS]);
  });

  test('refuses a code that another bin has', async () => {
    const admin = await site.admin();
    await addBin(admin);
    const before = await everyRow(site);
    const answer = await admin.refused(contract.createBin, { body: { ...EAST, name: 'Another' } });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'duplicate', fields: { binCode: 'Another bin has this code already' } },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  const codeRule = 'Bin code must be uppercase letters, numbers, and underscores only';
  test.each([
    [{ binCode: 'uc_east' }, { binCode: codeRule }],
    [{ binCode: 'UC EAST' }, { binCode: codeRule }],
    [{ binCode: 'ÜC' }, { binCode: codeRule }],
    [{ binCode: '' }, { binCode: codeRule }],
    [
      { name: ' ', location: undefined, binCode: 'é' },
      { name: 'Bin name is required', location: 'Location is required', binCode: codeRule },
    ],
  ])('refuses %j and changes nothing', async (wrong, fields) => {
    const admin = await site.admin();
    const before = await everyRow(site);
    const answer = await admin.refused(contract.createBin, { body: { ...EAST, ...wrong } });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(fields);
    expect(answer.body.error).toBe(Object.values(fields)[0]);
    expect(await everyRow(site)).toEqual(before);
  });
});

describe('changing a bin', () => {
  test('changes only the given fields', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    const renamed = await admin.call(contract.updateBin, { params: { id }, body: { name: 'East door' } });
    expect(renamed.body.bin).toMatchObject({ name: 'East door', location: EAST.location, is_active: true });
    const changes = { location: 'West entrance', isActive: false };
    const moved = await admin.call(contract.updateBin, { params: { id }, body: changes });
    expect(moved.body.bin).toMatchObject({
      name: 'East door',
      location: 'West entrance',
      bin_code: 'UC_EAST',
      is_active: false,
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject(expectedEntry('bin.updated', changes));
  });

  test('clears blank and null fields, and keeps missing ones', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin, OPTIONAL_FIELDS);
    const emptied = { directions: ' ', targetDays: null, lat: null, lng: null };
    const { body } = await admin.call(contract.updateBin, { params: { id }, body: emptied });
    expect(body.bin).toMatchObject({
      directions: null,
      hours: OPTIONAL_FIELDS.hours,
      target_days: null,
      lat: null,
      lng: null,
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject(expectedEntry('bin.updated', { ...emptied, directions: null }));
  });

  const placeRule = 'Please give latitude and longitude, such as 49.8093, -97.1331, or nothing';
  const targetRule = 'Please give 1 to 365 days, or nothing';
  test.each([
    [{ lat: 49.9 }, { lng: placeRule }],
    [{ lng: -97.1 }, { lat: placeRule }],
    [{ lat: null }, { lat: placeRule }],
    [{ lat: null, lng: -97.1 }, { lat: placeRule }],
    [{ lat: 90.1, lng: -97.1 }, { lat: placeRule }],
    [{ lat: 49.9, lng: -180.1 }, { lng: placeRule }],
    [
      { lat: '49.9', lng: '-97.1' },
      { lat: placeRule, lng: placeRule },
    ],
    [{ targetDays: 0 }, { targetDays: targetRule }],
    [{ targetDays: 366 }, { targetDays: targetRule }],
    [{ targetDays: 1.5 }, { targetDays: targetRule }],
  ])('refuses %j, for a new bin too', async (wrong, fields) => {
    const admin = await site.admin();
    const { id } = await addBin(admin, OPTIONAL_FIELDS);
    const before = await everyRow(site);
    for (const answer of [
      await admin.refused(contract.updateBin, { params: { id }, body: wrong }),
      await admin.refused(contract.createBin, { body: { ...EAST, binCode: 'OTHER', ...wrong } }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body['fields']).toEqual(fields);
    }
    expect(await everyRow(site)).toEqual(before);
  });

  test('refuses blank texts', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    const body = { name: '', location: ' ', isActive: 'no' };
    const answer = await admin.refused(contract.updateBin, { params: { id }, body });
    expect(answer.status).toBe(400);
    expect(answer.body['fields']).toEqual({
      name: 'Bin name is required',
      location: 'Location is required',
      isActive: 'Please say whether the bin is active',
    });
  });

  test('toggles a bin out of use and back', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    const off = await admin.call(contract.toggleBin, { params: { id } });
    expect(off.body.bin.isActive).toBe(false);
    const on = await admin.call(contract.toggleBin, { params: { id } });
    expect(on.body.bin.isActive).toBe(true);
    expect((await site.audit()).slice(0, 2)).toMatchObject([
      expectedEntry('bin.activated'),
      expectedEntry('bin.deactivated'),
    ]);
  });

  test('generates QR codes for the current location', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    const made = await admin.call(contract.generateBinQr, { params: { id } });
    expect(made.body.bin.qrCode).toBe(
      'http://localhost:3000/log?bin=UC_EAST&location=University+Centre%2C+east+entrance',
    );
    const [entry] = await site.audit();
    expect(entry).toMatchObject(expectedEntry('bin.qr_generated'));
    await admin.call(contract.updateBin, { params: { id }, body: { location: 'West' } });
    const anew = await admin.call(contract.generateBinQr, { params: { id } });
    expect(anew.body.bin.qrCode).toBe('http://localhost:3000/log?bin=UC_EAST&location=West');
  });

  test('schedules a pickup for an instant with an offset', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    const when = '2026-11-24T15:00:00-06:00';
    const { body } = await admin.call(contract.scheduleBinPickup, { params: { id }, body: { when } });
    expect(body.bin.next_scheduled_pickup).toBe('2026-11-24T21:00:00.000Z');
    const [entry] = await site.audit();
    expect(entry).toMatchObject(expectedEntry('bin.pickup_scheduled', { when }));
  });

  test.each([undefined, '', 'tomorrow', '2026-11-24', '2026-11-24T15:00', '2026-02-30T15:00:00Z'])(
    'refuses a pickup at %j',
    async (when) => {
      const admin = await site.admin();
      const { id } = await addBin(admin);
      const answer = await admin.refused(contract.scheduleBinPickup, { params: { id }, body: { when } });
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { when: 'Please choose a date and time' } },
      });
    },
  );
});

describe('a report from the public', () => {
  test('opens an alert and raises the flag of the bin', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    const { status, body } = await site.visitor().call(contract.reportOverflow, {
      body: { binId: id, notes: ' Hinge is broken ', reportedBy: 'Lena' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, id: 1, reports: 1, message: 'Thank you. We will look after the bin.' });
    expect(await findBinRow(admin, id)).toMatchObject({ is_overflowing: true, open_alerts: 1, reports: 1 });
    const alerts = await admin.call(contract.openAlerts, {});
    expect(alerts.body).toMatchObject({ total: 1, limit: 50, offset: 0 });
    expect(alerts.body.items).toEqual([
      {
        id: 1,
        binId: id,
        binName: EAST.name,
        location: EAST.location,
        reportedBy: 'Lena',
        reportedAt: site.now.toISOString(),
        status: 'pending',
        acknowledged: false,
        acknowledgedBy: null,
        acknowledgedAt: null,
        resolved: false,
        resolvedAt: null,
        notes: 'Hinge is broken',
        reports: 1,
        furtherReports: [],
      },
    ]);
    const summary = await admin.call(donationsContract.adminSummary, {});
    expect(summary.body.stats.overflowOpen).toBe(1);
  });

  test('is added to the open alert of its bin, with its notes and name', async () => {
    const admin = await site.admin();
    const { id: binId } = await addBin(admin);
    const { id: otherBinId } = await addBin(admin, { binCode: 'OTHER' });
    await report(binId, 'Full');
    await admin.call(contract.acknowledgeAlert, { params: { id: 1 } });
    await admin.call(contract.setBinOverflow, { params: { id: binId }, body: { status: false } });
    const firstAt = site.now.toISOString();
    site.pass({ minutes: 40 });
    const body = { binId, notes: 'Bags beside it', reportedBy: 'Lena' };
    const second = await site.visitor().call(contract.reportOverflow, { body });
    expect(second.body).toEqual({
      ok: true,
      id: 1,
      reports: 2,
      message: 'Already reported 40 minutes ago. Thank you, we added yours.',
    });
    const secondAt = site.now.toISOString();
    site.pass({ minutes: 120 });
    const third = await site
      .visitor()
      .call(contract.reportOverflow, { body: { binId } }, { headers: { 'accept-language': 'fr' } });
    expect(third.body).toMatchObject({
      id: 1,
      reports: 3,
      message: 'Déjà signalé il y a 2\u00a0heures. Merci, nous avons ajouté votre signalement.',
    });
    await report(otherBinId);
    const { body: open } = await admin.call(contract.openAlerts, {});
    expect(open.total).toBe(2);
    const alert = {
      id: 1,
      binId,
      reportedAt: firstAt,
      notes: 'Full',
      status: 'acknowledged',
      reports: 3,
      furtherReports: [{ reportedBy: 'Lena', reportedAt: secondAt, notes: 'Bags beside it' }],
    };
    expect(open.items[1]).toMatchObject(alert);
    const history = await admin.call(contract.binHistory, { params: { id: binId } });
    expect(history.body).toMatchObject({ total: 1, items: [alert] });
    expect(await findBinRow(admin, binId)).toMatchObject({
      is_overflowing: true,
      open_alerts: 1,
      reports: 3,
    });
    expect((await admin.call(donationsContract.adminSummary, {})).body.stats.overflowOpen).toBe(2);
  });

  test('is audited without personal data', async () => {
    const { id } = await addBin(await site.admin());
    const body = { binId: id, notes: 'Hinge is broken', reportedBy: 'Lena' };
    const { body: reported } = await site.visitor().call(contract.reportOverflow, { body });
    const [entry] = await site.audit();
    expect(entry).toEqual({
      id: expect.any(Number) as number,
      actor: 'visitor',
      actorRole: 'visitor',
      action: 'bin.overflow_reported',
      entityType: 'bin',
      entityId: id,
      participantId: null,
      details: { alertId: reported.id },
      address: '127.0.0.1',
      requestId: expect.any(String) as string,
      createdAt: site.now,
    });
  });

  test('needs neither notes nor a name', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    await site.visitor().call(contract.reportOverflow, { body: { binId: id, notes: ' ', reportedBy: '' } });
    const { body } = await admin.call(contract.openAlerts, {});
    expect(body.items[0]).toMatchObject({ notes: null, reportedBy: null });
  });

  test('for an unknown or inactive bin is 404 and changes nothing', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    await admin.call(contract.toggleBin, { params: { id } });
    const before = await everyRow(site);
    for (const binId of [id, 999]) {
      const answer = await site.visitor().refused(contract.reportOverflow, { body: { binId } });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await everyRow(site)).toEqual(before);
  });

  test.each([undefined, null, 0, -1, 1.5, '1', 2_147_483_648])('for bin %j is refused', async (binId) => {
    const answer = await site.visitor().refused(contract.reportOverflow, { body: { binId } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(Object.keys(answer.body['fields'] as object)).toEqual(['binId']);
  });

  test('can choose among the active bins, which are sorted by name', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    const atrium = { name: 'Atrium', location: 'E2 building', binCode: 'ENG_E2' };
    await addBin(admin, { ...atrium, ...OPTIONAL_FIELDS });
    await report(id, 'First');
    const reportedAt = site.now.toISOString();
    site.now = new Date('2026-11-20T19:00:00Z');
    await report(id, 'Second');
    const { id: inactiveBinId } = await addBin(admin, { name: 'Gone', binCode: 'GONE' });
    await admin.call(contract.toggleBin, { params: { id: inactiveBinId } });
    const { status, body } = await site.visitor().call(contract.publicBins, {});
    expect(status).toBe(200);
    const { directions, hours, lat, lng } = OPTIONAL_FIELDS;
    expect(body).toEqual({
      ok: true,
      bins: [
        { id: 2, ...atrium, directions, hours, lat, lng, isOverflowing: false, reportedAt: null },
        {
          id,
          ...EAST,
          directions: null,
          hours: null,
          lat: null,
          lng: null,
          isOverflowing: true,
          reportedAt,
        },
      ],
    });
  });
});

describe('an alert', () => {
  test('is acknowledged once, by name; a second time is 409', async () => {
    const admin = await site.admin();
    const { id: binId } = await addBin(admin);
    const id = await report(binId);
    site.pass({ minutes: 5 });
    const { body } = await admin.call(contract.acknowledgeAlert, { params: { id } });
    expect(body.alert).toMatchObject({
      status: 'acknowledged',
      acknowledged: true,
      acknowledgedBy: 'alex',
      acknowledgedAt: site.now.toISOString(),
      resolved: false,
    });
    const [entry] = await site.audit();
    expect(entry).toMatchObject(expectedEntry('bin.alert_acknowledged', { alertId: id }));
    expect(await findBinRow(admin, binId)).toMatchObject({ is_overflowing: true, open_alerts: 1 });

    const before = await everyRow(site);
    const colleague = await site.admin('mkaur');
    const again = await colleague.refused(contract.acknowledgeAlert, { params: { id } });
    expect(again).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    expect((await everyRow(site))['overflow_alerts']).toEqual(before['overflow_alerts']);
  });

  test('is resolved, which clears only its own bin’s flag, and not a second time', async () => {
    const admin = await site.admin();
    const { id: binId } = await addBin(admin);
    const { id: otherBinId } = await addBin(admin, { binCode: 'OTHER' });
    const pendingAlertId = await report(binId);
    expect(await report(binId)).toBe(pendingAlertId);
    const acknowledgedAlertId = await report(otherBinId);
    await admin.call(contract.acknowledgeAlert, { params: { id: acknowledgedAlertId } });
    for (const [id, alertBinId] of [
      [pendingAlertId, binId],
      [acknowledgedAlertId, otherBinId],
    ] as const) {
      expect(await findBinRow(admin, alertBinId)).toMatchObject({ is_overflowing: true, open_alerts: 1 });
      const { status, body } = await admin.call(contract.resolveAlert, { params: { id } });
      expect(status).toBe(200);
      expect(body.alert).toMatchObject({ id, resolved: true, resolvedAt: site.now.toISOString() });
      expect((await site.audit())[0]).toMatchObject(
        expectedEntry('bin.alert_resolved', { alertId: id }, alertBinId),
      );
      expect(await findBinRow(admin, alertBinId)).toMatchObject({ is_overflowing: false, open_alerts: 0 });
    }
    const { body } = await admin.call(contract.openAlerts, {});
    expect(body).toMatchObject({ items: [], total: 0 });
    for (const endpoint of [contract.resolveAlert, contract.acknowledgeAlert]) {
      const again = await admin.refused(endpoint, { params: { id: pendingAlertId } });
      expect(again).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    }
  });
});

describe('the overflow flag', () => {
  test('is set and cleared by hand, and an open alert stays open', async () => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    const set = await admin.call(contract.setBinOverflow, { params: { id }, body: { status: true } });
    expect(set.body.bin).toMatchObject({ is_overflowing: true, open_alerts: 0 });
    await report(id);
    const cleared = await admin.call(contract.setBinOverflow, { params: { id }, body: { status: false } });
    expect(cleared.body.bin).toMatchObject({ is_overflowing: false, open_alerts: 1 });
    expect((await site.audit()).slice(0, 3)).toMatchObject([
      expectedEntry('bin.overflow_cleared'),
      { actor: 'visitor', action: 'bin.overflow_reported' },
      expectedEntry('bin.overflow_set'),
    ]);
  });

  test.each([undefined, null, 'yes', 1])('is not set to %j', async (flag) => {
    const admin = await site.admin();
    const { id } = await addBin(admin);
    const answer = await admin.refused(contract.setBinOverflow, { params: { id }, body: { status: flag } });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { status: 'Please say whether the bin is overflowing' } },
    });
  });
});

describe('the lists', () => {
  test('are sorted by name, counted and paged', async () => {
    const admin = await site.admin();
    for (const name of ['C', 'A', 'B']) await addBin(admin, { name, binCode: name });
    for (const path of ['/api/admin/bins', '/api/reround-admin-843/drop-bins']) {
      const { body } = await admin.send<{ items: { name: string }[] }>('GET', `${path}?limit=2&offset=1`);
      expect(body).toMatchObject({ total: 3, limit: 2, offset: 1 });
      expect(body.items.map(({ name }) => name)).toEqual(['B', 'C']);
    }
  });

  test('contain only the bin whose id is asked for', async () => {
    const admin = await site.admin();
    await addBin(admin, { name: 'A', binCode: 'A' });
    const { id } = await addBin(admin, { name: 'B', binCode: 'B' });
    const { body } = await admin.call(contract.adminBins, { query: { id } });
    expect(body).toMatchObject({ total: 1, items: [{ id, name: 'B' }] });
    const { body: none } = await admin.call(contract.adminBins, { query: { id: 999 } });
    expect(none).toMatchObject({ total: 0, items: [] });
    expect((await admin.send('GET', '/api/admin/bins?id=B')).status).toBe(400);
  });
});

const NO_BIN = 'There is no such bin.';
const NO_ALERT = 'There is no such alert.';

test.each<[name: string, error: string, endpoint: Endpoint, body?: unknown]>([
  ['a bin cannot be changed', NO_BIN, contract.updateBin, { name: 'New' }],
  ['a bin cannot be marked emptied', NO_BIN, contract.markBinEmptied],
  ['a bin cannot be visited', NO_BIN, contract.createBinVisit, { bagsFound: 1 }],
  ['a bin cannot be flagged', NO_BIN, contract.setBinOverflow, { status: true }],
  ['a bin cannot be scheduled', NO_BIN, contract.scheduleBinPickup, { when: '2026-11-24T15:00:00Z' }],
  ['a bin cannot be toggled', NO_BIN, contract.toggleBin],
  ['a bin cannot be given QR codes', NO_BIN, contract.generateBinQr],
  ['a bin has no round', NO_BIN, contract.binRound],
  ['a bin has no history', NO_BIN, contract.binHistory],
  ['an alert cannot be acknowledged', NO_ALERT, contract.acknowledgeAlert],
  ['an alert cannot be resolved', NO_ALERT, contract.resolveAlert],
  ['a visit cannot be taken back', 'There is no such visit.', contract.undoBinVisit],
])('with an unknown id, %s', async (_, error, endpoint, body) => {
  const admin = await site.admin();
  const answer = await admin.refused(endpoint, { params: { id: 999 }, body });
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', error } });
});
