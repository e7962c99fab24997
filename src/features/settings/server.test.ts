import { describe, expect, test } from 'vitest';
import { contract as audit } from '#features/audit/contract.ts';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import { ADMIN } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import { contract } from './contract.ts';

const site = useTestSite();

const ownOrganization = {
  name: 'Loop Collective',
  email: 'hello@loop.example.ca',
  phone: '204-555-0134',
  addressLines: ['9 Bannatyne Avenue', 'Winnipeg, Manitoba'],
  hours: [{ days: 'Sat', time: '10AM-4PM' }],
  testimonials: [],
};

const tuesday = { weekday: 2, from: '13:00', to: '16:00', capacity: 3 };

describe('the settings', () => {
  test('of a new site are the defaults, and nobody has changed them', async () => {
    const admin = await site.admin();
    expect((await admin.call(contract.settings, {})).body).toEqual({
      ok: true,
      settings: {
        usesPerCode: 2,
        daysValid: 30,
        monthlyGoal: 250,
        milestones: [5, 10, 25],
        term: '2025-1',
        organization: placeholderOrganization,
        isRegisteredNonprofit: true,
        isSecondFactorRequired: false,
        donorId: { hint: null, digits: null },
        maxLoggedPerDay: null,
        maxDaysBack: null,
        networks: [],
        pickupWindows: [],
        pickupClosed: [],
        retention: { auditMonths: null, pickupMonths: null, signInMonths: null },
      },
      updatedAt: null,
      updatedBy: null,
    });
  });

  test('are changed in part, with time and author, and the site info follows', async () => {
    const admin = await site.admin();
    const { settings: before } = (await admin.call(contract.settings, {})).body;
    const changed = { monthlyGoal: 300.5, organization: ownOrganization, isRegisteredNonprofit: false };
    const { body } = await admin.call(contract.changeSettings, {
      body: { ...changed, retention: { pickupMonths: 12 } },
    });
    const settings = { ...before, ...changed, retention: { ...before.retention, pickupMonths: 12 } };
    const expected = { ok: true, settings, updatedAt: site.now.toISOString(), updatedBy: ADMIN.username };
    expect(body).toEqual(expected);
    expect((await admin.call(contract.settings, {})).body).toEqual(expected);
    const info = await site.visitor().call(contract.siteInfo, {});
    expect(info.body).toMatchObject({
      organization: ownOrganization,
      isRegisteredNonprofit: false,
      community: { monthlyGoal: 300.5 },
    });
  });

  test('accept one part of the donor ID alone, and pages show both', async () => {
    const admin = await site.admin();
    await admin.call(contract.changeSettings, { body: { donorId: { hint: ' On your card ', digits: 7 } } });
    const { body } = await admin.call(contract.changeSettings, { body: { donorId: { digits: null } } });
    expect(body.settings.donorId).toEqual({ hint: 'On your card', digits: null });
    const info = await site.visitor().call(contract.siteInfo, {});
    expect(info.body.donorId).toEqual({ hint: 'On your card', digits: null });
  });

  test('have pickup windows and closed days, and the site info says if there are windows', async () => {
    const admin = await site.admin();
    const changed = {
      pickupWindows: [tuesday, { ...tuesday, weekday: 6 }, { ...tuesday, from: '16:00', to: '18:00' }],
      pickupClosed: ['2026-12-25', '2026-12-26'],
    };
    await admin.call(contract.changeSettings, { body: changed });
    expect((await admin.call(contract.settings, {})).body.settings).toMatchObject(changed);
    expect((await site.visitor().call(contract.siteInfo, {})).body.hasPickupWindows).toBe(true);
    await admin.call(contract.changeSettings, { body: { pickupWindows: [] } });
    expect((await site.visitor().call(contract.siteInfo, {})).body.hasPickupWindows).toBe(false);
  });

  test('do not change the terms of issued codes', async () => {
    const admin = await site.admin();
    await confirmedCode(site, admin);
    await admin.call(contract.changeSettings, { body: { usesPerCode: 5, daysValid: 7 } });
    await confirmedCode(site, admin);
    const { items } = (await admin.call(rewards.codes, {})).body;
    const daysValid = ({ expires_at: expiresAt }: { expires_at: string }) =>
      Math.round((Date.parse(expiresAt) - site.now.getTime()) / 86_400_000);
    expect(items.map((code) => [code.max_uses, daysValid(code)])).toEqual([
      [5, 7],
      [2, 30],
    ]);
  });

  test('are recorded with the values before and after', async () => {
    const admin = await site.admin();
    await admin.call(contract.changeSettings, { body: { monthlyGoal: 300, term: '2026-1' } });
    await admin.call(contract.changeSettings, { body: { monthlyGoal: 300 } });
    const { items } = (await admin.call(audit.auditLog, { query: { action: 'settings' } })).body;
    expect(items).toMatchObject([
      {
        actor: ADMIN.username,
        action: 'settings.updated',
        details: {
          before: { monthlyGoal: 250, term: '2025-1' },
          after: { monthlyGoal: 300, term: '2026-1' },
        },
      },
    ]);
  });

  test('are recorded without the testimonials’ words and names', async () => {
    const admin = await site.admin();
    const { organization } = (await admin.call(contract.settings, {})).body.settings;
    const testimonials = [{ words: 'So quick', from: 'Grace Hopper' }];
    await admin.call(contract.changeSettings, {
      body: { organization: { ...organization, name: 'Loop', testimonials } },
    });
    await admin.call(contract.changeSettings, {
      body: { organization: { ...organization, name: 'Loop', testimonials: [] } },
    });
    const [last, first] = await site.audit();
    expect(first?.details).toEqual({
      before: { organization: { ...organization, testimonials: 2 } },
      after: { organization: { ...organization, name: 'Loop', testimonials: 1 } },
    });
    expect(JSON.stringify([last, first])).not.toMatch(/Grace|quick/);
  });

  test('do not take a badge from a donor who has it', async () => {
    const admin = await site.admin();
    for (let index = 0; index < 5; index += 1) await loggedDonation(site, { studentId: 'JTHIESSEN' });
    await loggedDonation(site, { studentId: 'OTHER' });
    await admin.call(contract.changeSettings, { body: { milestones: [6, 12, 24] } });
    const badgesOf = async (studentId: string) =>
      (await (await site.donor(studentId)).call(dashboard.donorSummary, {})).body.keptBadges;
    expect([await badgesOf('JTHIESSEN'), await badgesOf('OTHER')]).toEqual([1, 0]);
  });

  const goal = 'Please give a goal above 0 and up to 1,000,000 kg, with at most one decimal';
  const milestones = 'Please give three whole numbers up to 10,000, each higher than the one before';
  const digits = 'Please give 2 to 20 digits, or nothing where they differ';
  const perDay = 'Please give 1 to 1,000 donations, or nothing for as many as come';
  const daysBack = 'Please give 0 to 3,650 days, or nothing for any date';
  const network = 'Please give an address such as 203.0.113.7, or a network such as 203.0.113.0/24';
  const factor = 'Please give a whole number from 2 to 100';
  const months = 'Please give 1 to 600 months, or nothing to keep it for ever';

  test.each<[string, object, string]>([
    ['usesPerCode', { usesPerCode: null }, 'A code has 1 to 10 uses'],
    ['daysValid', { daysValid: 366 }, 'A code is valid for 1 to 365 days'],
    ['donorId.digits', { donorId: { digits: 7.5 } }, digits],
    ['donorId.hint', { donorId: { hint: 'a'.repeat(121) } }, 'Please use at most 120 characters'],
    ['maxLoggedPerDay', { maxLoggedPerDay: '5' }, perDay],
    ['maxDaysBack', { maxDaysBack: 3651 }, daysBack],
    ...[
      '203.0.113',
      '203.0.113.256',
      '203.0.113.0/33',
      '2001:db8::/129',
      'fe80::1%eth0',
      'school.ca',
      '',
    ].map((invalid): [string, object, string] => [
      'networks.0.network',
      { networks: [{ network: invalid, factor: 10 }] },
      network,
    ]),
    ['networks.0.factor', { networks: [{ network: '203.0.113.0/24', factor: 1 }] }, factor],
    ['monthlyGoal', { monthlyGoal: 0 }, goal],
    ['monthlyGoal', { monthlyGoal: 0.05 }, goal],
    ['monthlyGoal', { monthlyGoal: '300' }, goal],
    ['milestones', { milestones: [5, 10] }, milestones],
    ['milestones', { milestones: [5, 5, 10] }, milestones],
    ['milestones', { milestones: [25, 10, 5] }, milestones],
    ['milestones', { milestones: [0, 1, 2] }, milestones],
    ['milestones', { milestones: [1, 'two', 3] }, milestones],
    ['term', { term: ' ' }, 'Please name the term'],
    ['term', { term: '\u3164\u200b\u2800' }, 'Please name the term'],
    ['organization', { organization: null }, 'Please give the organisation whole'],
    [
      'organization.name',
      { organization: { ...ownOrganization, name: ' ' } },
      'The organisation needs a name',
    ],
    [
      'organization.email',
      { organization: { ...ownOrganization, email: 'x' } },
      'Please enter a valid email address',
    ],
    [
      'organization.addressLines',
      { organization: { ...ownOrganization, addressLines: [] } },
      'Please give the address',
    ],
    [
      'organization.addressLines',
      { organization: { ...ownOrganization, addressLines: ['a', ''] } },
      'Please leave no line of the address empty',
    ],
    [
      'organization.hours.1.time',
      { organization: { ...ownOrganization, hours: [...ownOrganization.hours, { days: 'Sun', time: '' }] } },
      'Please say from when to when',
    ],
    [
      'organization.testimonials.0.words',
      { organization: { ...ownOrganization, testimonials: [{ words: '', from: 'A' }] } },
      'Please write what was said',
    ],
    ...[
      ['organization.name', { name: 'Loop\u202eporeht' }],
      ['organization.addressLines', { addressLines: ['12 Main Street\nWinnipeg'] }],
      ['organization.phone', { phone: '204\n555 0142' }],
      ['organization.testimonials.0.words', { testimonials: [{ words: 'Very \u202e.dnik', from: 'A' }] }],
      ['organization.testimonials.0.from', { testimonials: [{ words: 'Kind.', from: 'A\tB' }] }],
    ].map(([field, part]): [string, object, string] => [
      field as string,
      { organization: { ...ownOrganization, ...(part as object) } },
      'Please remove the unreadable characters',
    ]),
    ['isRegisteredNonprofit', { isRegisteredNonprofit: 'yes' }, 'Please choose yes or no'],
    ['retention', { retention: null }, 'Please give the months of each kind'],
    [
      'organization.hours',
      { organization: { ...ownOrganization, hours: [null] } },
      'Please give days and time',
    ],
    [
      'organization.testimonials.0.example',
      { organization: { ...ownOrganization, testimonials: [{ words: 'a', from: 'A', example: 'yes' }] } },
      'Please choose yes or no',
    ],
    ['updatedAt', { updatedAt: 5 }, 'Please give the time of the last change as it was given'],
    ...[
      ['weekday', { weekday: 'Monday' }, 'Please choose a day of the week'],
      ['from', { from: '9:00' }, 'Please give a time such as 13:00'],
      ['to', { to: '24:00' }, 'Please give a time such as 13:00'],
      ['to', { to: '13:00' }, 'Please give a time after the one it begins at'],
      ['capacity', { capacity: 51 }, 'A window takes 1 to 50 pickups'],
    ].map(([field, part, sentence]): [string, object, string] => [
      `pickupWindows.0.${field as string}`,
      { pickupWindows: [{ ...tuesday, ...(part as object) }] },
      sentence as string,
    ]),
    [
      'pickupWindows.1.from',
      { pickupWindows: [tuesday, { ...tuesday, to: '15:00' }] },
      'Another window of this day begins then',
    ],
    ['pickupClosed', { pickupClosed: ['2026-02-29'] }, 'Please enter a valid date'],
    ['retention.auditMonths', { retention: { auditMonths: 0 } }, months],
  ])('refuse at %s: %j', async (field, body, sentence) => {
    const admin = await site.admin();
    const refused = await admin.refused(contract.changeSettings, { body });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { [field]: sentence } },
    });
    expect((await admin.call(contract.settings, {})).body.updatedAt).toBeNull();
  });

  test('must be sent as an object', async () => {
    const admin = await site.admin();
    const headers = { 'content-type': 'application/json' };
    for (const body of ['null', '[]', '5', '"goal"']) {
      const refused = await admin.send('POST', '/api/admin/settings', { body, headers });
      expect(refused).toMatchObject({ status: 400, body: { error: 'Please send a JSON object.' } });
    }
  });

  test('are not overwritten if somebody changed them meanwhile', async () => {
    const admin = await site.admin();
    const { body: first } = await admin.call(contract.changeSettings, {
      body: { monthlyGoal: 300, updatedAt: null },
    });
    for (const updatedAt of [null, '2026-01-01T00:00:00.000Z']) {
      const refused = await admin.refused(contract.changeSettings, { body: { monthlyGoal: 400, updatedAt } });
      expect(refused).toMatchObject({ status: 409, body: { code: 'settings_changed' } });
      expect(refused.body.error).toContain(`${ADMIN.username} saved other settings meanwhile`);
    }
    const { body: second } = await admin.call(contract.changeSettings, {
      // The same instant, written in another way.
      body: { monthlyGoal: 350, updatedAt: first.updatedAt?.replace('.000Z', '+00:00') ?? null },
    });
    // Differs, although the clock of this test stands still.
    expect(second.updatedAt).not.toBe(first.updatedAt);
    expect((await admin.call(contract.changeSettings, { body: { monthlyGoal: 400 } })).status).toBe(200);
  });
});
