import { describe, expect, test } from 'vitest';
import { contract as bins } from '#features/bins/contract.ts';
import { donations } from '#server/db/schema.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as settings } from '#features/settings/contract.ts';
import { DONATION, everyRow, loggedDonation, signInWithoutCode } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const logWithKey = (body: object, key: string) =>
  site.visitor().refused(contract.logDonation, { body }, { headers: { 'idempotency-key': key } });

describe('logging a donation', () => {
  test.each([
    ['UC East bin', 'Old lobby', 'East entrance'],
    ['uc_east', 'Old lobby', 'East entrance'],
    ['Twin', 'Old lobby', 'Old lobby'],
    ['The front desk', 'Old lobby', 'Old lobby'],
    ['UC East bin', '', null],
  ])(
    'at %s with the location %j stores the location %j: a known bin’s own wins',
    async (dropSite, binLocation, storedLocation) => {
      const admin = await site.admin();
      for (const bin of [
        { name: 'UC East bin', location: 'East entrance', binCode: 'UC_EAST' },
        { name: 'Twin', location: 'Gym', binCode: 'TWIN_1' },
        { name: 'Twin', location: 'Library', binCode: 'TWIN_2' },
      ]) {
        await admin.call(bins.createBin, { body: bin });
      }
      await site.visitor().call(contract.logDonation, { body: { ...DONATION, binLocation, dropSite } });
      expect(await site.database.select().from(donations)).toMatchObject([
        { binLocation: storedLocation, dropSite },
      ]);
    },
  );

  test('needs no session, answers no figures without one, and writes an audit entry', async () => {
    const answer = await site.visitor().call(contract.logDonation, {
      body: { ...DONATION, binLocation: ' Riverside Mall ', dropSite: 'Bin 4' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ok: true,
      id: 1,
      mark: expect.stringMatching(/^[A-Z2-9]{3}$/),
      message: expect.stringMatching(/\w/),
      stats: {
        totalDonations: 0,
        qualifyingDonations: 0,
        rewardTier: null,
        nextGoal: expect.stringMatching(/Green Giver/),
      },
      pendingConfirmation: true,
      note: expect.stringMatching(/\w/),
      discountCode: null,
      discountMessage: expect.stringMatching(/\w/),
    });
    const rows = await everyRow(site);
    expect(rows['donations']).toMatchObject([
      {
        row: {
          student_id: 'JTHIESSEN',
          weight: '2-3kg',
          date: '2026-11-20',
          year: 2026,
          bin_location: 'Riverside Mall',
          drop_site: 'Bin 4',
          is_confirmed: false,
          logged_by: 'student',
          weight_discrepancy: false,
          rejected_at: null,
        },
      },
    ]);
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      actor: 'donor 1',
      actorRole: 'donor',
      action: 'donation.logged',
      entityType: 'donation',
      entityId: 1,
      participantId: 1,
      createdAt: site.now,
    });
  });

  test('stores the donor ID trimmed and in capitals, so that one donor is one participant', async () => {
    for (const studentId of ['jthiessen', ' JThiessen ', 'JTHIESSEN'])
      await loggedDonation(site, { studentId });
    await loggedDonation(site, { studentId: 'JTHIESSEN2' });
    const rows = await everyRow(site);
    expect(rows['students']).toMatchObject([
      { row: { student_id: 'JTHIESSEN', participant_id: 1 } },
      { row: { student_id: 'JTHIESSEN2' } },
    ]);
    expect(rows['participants']).toHaveLength(2);
    const third = await (await site.donor('JTHIESSEN')).call(contract.logDonation, { body: DONATION });
    expect(third.body.stats.totalDonations).toBe(4);
  });

  test('accepts student numbers of any length, with spaces or hyphens, if the settings name a length', async () => {
    const admin = await site.admin();
    await admin.call(settings.changeSettings, { body: { donorId: { digits: 7 } } });
    for (const studentId of ['7654321', '765-4321', '765 4321']) await loggedDonation(site, { studentId });
    for (const studentId of ['76-54', 'L-FEHR 77']) await loggedDonation(site, { studentId });
    const rows = await everyRow(site);
    const storedIds = ['7654321', '7654', 'L-FEHR 77'];
    expect(rows['students']).toMatchObject(
      storedIds.map((studentId) => ({ row: { student_id: studentId } })),
    );
    const { body } = await signInWithoutCode(site.visitor(), { studentId: '7-6-5-4-3-2-1' });
    expect(body).toMatchObject({ studentId: '7654321', participantId: 1 });
  });

  test('answers totals only in the donor’s own session', async () => {
    for (let time = 1; time <= 2; time += 1) await loggedDonation(site);
    const totalAnswered = async (client: Client) =>
      (await client.call(contract.logDonation, { body: DONATION })).body.stats.totalDonations;
    expect(await totalAnswered(site.visitor())).toBe(0);
    expect(await totalAnswered(await site.donor('SOMEBODYELSE'))).toBe(0);
    expect(await totalAnswered(await site.donor('JTHIESSEN'))).toBe(5);
  });

  test('accepts every weight band', async () => {
    for (const weight of ['0-1kg', '1-2kg', '2-3kg', '3kg+'] as const) await loggedDonation(site, { weight });
    expect((await everyRow(site))['donations']).toMatchObject(
      [0.5, 1.5, 2.5, 3.5].map((kilograms) => ({ row: { kilograms } })),
    );
  });

  test.each([
    [
      {},
      {
        studentId: 'Student ID is required',
        weight: 'Please select a valid weight range',
        date: 'Date is required',
      },
    ],
    [{ ...DONATION, studentId: '  ' }, { studentId: 'Student ID is required' }],
    [{ ...DONATION, weight: '<1kg' }, { weight: 'Please select a valid weight range' }],
    [{ ...DONATION, date: '' }, { date: 'Date is required' }],
    [{ ...DONATION, date: '2026-02-29' }, { date: 'Please enter a valid date' }],
    [{ ...DONATION, date: '2026-11-21' }, { date: 'Date cannot be in the future' }],
    [
      { ...DONATION, binLocation: 'x'.repeat(201), dropSite: 7 },
      { binLocation: 'Please use at most 200 characters', dropSite: 'Please enter text' },
    ],
  ])('refuses %j with a message for each field, and changes nothing', async (body, messages) => {
    const before = await everyRow(site);
    const answer = await site.visitor().refused(contract.logDonation, { body });
    expect(answer).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input' } });
    expect(answer.body['fields']).toEqual(messages);
    expect(answer.body.error).toBe(Object.values(messages)[0]);
    expect(await everyRow(site)).toEqual(before);
  });

  test('compares the date with the day in Winnipeg, not in UTC', async () => {
    site.now = new Date('2026-11-21T03:00:00Z');
    const tooEarly = await site.visitor().refused(contract.logDonation, {
      body: { ...DONATION, date: '2026-11-21' },
    });
    expect(tooEarly).toMatchObject({
      status: 400,
      body: { fields: { date: 'Date cannot be in the future' } },
    });
    expect(await loggedDonation(site, { date: '2026-11-20' })).toBeGreaterThan(0);
    site.now = new Date('2026-11-21T06:00:00Z');
    expect(await loggedDonation(site, { date: '2026-11-21' })).toBeGreaterThan(0);
  });
});

describe('the settings', () => {
  test('limit the donations of a donor ID per day in Winnipeg, not counting rejected ones', async () => {
    const admin = await site.admin();
    await admin.call(settings.changeSettings, { body: { maxLoggedPerDay: 2 } });
    site.now = new Date('2026-11-21T05:58:00Z');
    const first = await logWithKey(DONATION, 'press-1');
    const rejected = await loggedDonation(site, { date: '2026-01-02' });
    const before = await everyRow(site);
    const refused = await logWithKey(DONATION, 'press-2');
    expect(refused).toMatchObject({ status: 409, body: { ok: false, code: 'enough_today' } });
    expect(await everyRow(site)).toEqual(before);

    const repeated = await logWithKey(DONATION, 'press-1');
    expect(repeated.status).toBe(201);
    expect(repeated.body).toEqual(first.body);
    expect(await loggedDonation(site, { studentId: 'ELSE' })).toBeGreaterThan(0);
    await admin.call(deciding.createDonation, { body: { participantId: 1, ...DONATION } });
    expect((await logWithKey(DONATION, 'press-2')).status).toBe(409);

    await admin.call(deciding.rejectDonation, { body: { id: rejected } });
    expect((await logWithKey(DONATION, 'press-2')).status).toBe(201);
    expect((await logWithKey(DONATION, 'press-3')).status).toBe(409);
    site.pass({ minutes: 3 });
    expect((await logWithKey(DONATION, 'press-3')).status).toBe(201);
  });

  test('limit how far back a date may be, except at the intake table', async () => {
    const admin = await site.admin();
    await admin.call(settings.changeSettings, { body: { maxDaysBack: 7 } });
    await loggedDonation(site, { date: '2026-11-13' });
    const tooOld = { ...DONATION, date: '2026-11-12' };
    const french = { headers: { 'accept-language': 'fr' } };
    const answer = await site.visitor().refused(contract.logDonation, { body: tooOld }, french);
    const date = 'La date ne peut pas être antérieure au 2026-11-13';
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields: { date } } });
    await admin.call(deciding.createDonation, { body: { participantId: 1, ...tooOld } });
  });
});

describe('an Idempotency-Key', () => {
  test('that is repeated gets the same answer and adds no second row', async () => {
    const first = await logWithKey(DONATION, 'press-1');
    site.pass({ minutes: 3 });
    const repeated = await logWithKey(DONATION, 'press-1');
    expect(first.status).toBe(201);
    expect(repeated.status).toBe(201);
    expect(JSON.stringify(repeated.body)).toBe(JSON.stringify(first.body));
    expect([first, repeated].map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined]);
    const rows = await everyRow(site);
    expect(rows['donations']).toHaveLength(1);
    expect(rows['audit_log']).toHaveLength(1);
  });

  test('that is repeated with another body is refused with 409 and changes nothing', async () => {
    await logWithKey(DONATION, 'press-1');
    const before = await everyRow(site);
    const answer = await logWithKey({ ...DONATION, weight: '3kg+' }, 'press-1');
    expect(answer).toMatchObject({
      status: 409,
      body: { ok: false, code: 'idempotency_key_reused' },
    });
    expect(await everyRow(site)).toEqual(before);
  });

  test('can be used again after a refusal', async () => {
    expect((await logWithKey({ ...DONATION, date: '2026-11-21' }, 'press-1')).status).toBe(400);
    expect((await logWithKey(DONATION, 'press-1')).status).toBe(201);
  });

  test('that differs logs another donation', async () => {
    const [first, second] = [await logWithKey(DONATION, 'press-1'), await logWithKey(DONATION, 'press-2')];
    expect(second.body['id']).not.toBe(first.body['id']);
  });
});
