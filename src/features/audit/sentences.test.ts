import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nextPickupStatuses } from '#features/pickups/rules.ts';
import type { AuditItem } from './contract.ts';
import { auditSentence, detailTexts, knownActions, valueText, words } from './sentences.ts';

const TIME_ZONE = 'America/Winnipeg';

function sentence(given: Partial<AuditItem>): string {
  const item: AuditItem = {
    id: 1,
    actor: 'alex',
    actorRole: 'admin',
    action: 'donation.confirmed',
    entityType: 'donation',
    entityId: 12,
    details: {},
    createdAt: '2026-11-20T18:00:00.000Z',
    address: null,
    requestId: null,
    entityName: null,
    participantId: null,
    participantName: null,
    ...given,
  };
  const { before, subject, after } = auditSentence(item, TIME_ZONE);
  return `${before}${subject ?? ''}${after}`;
}

type Case = [
  action: string,
  entityType: string,
  entityId: number | null,
  details: Record<string, unknown>,
  said: string,
];

const cases: Case[] = [
  [
    'donation.logged',
    'donation',
    12,
    { weight: '2-3kg', date: '2026-11-20' },
    'alex logged donation #12, 2-3kg',
  ],
  ['donation.created', 'donation', 12, { weight: '3kg+' }, 'alex entered donation #12, 3kg+'],
  ['donation.confirmed', 'donation', 12, {}, 'alex confirmed donation #12'],
  ['donation.confirmation_undone', 'donation', 12, {}, 'alex took back the confirmation of donation #12'],
  ['donation.rejected', 'donation', 12, {}, 'alex rejected donation #12'],
  ['donation.reopened', 'donation', 12, {}, 'alex reopened donation #12'],
  [
    'donation.photo_attached',
    'donation',
    12,
    { actualWeight: '1-2kg', weightDiscrepancy: true },
    'alex attached a photo to donation #12, measured 1-2kg, not as claimed',
  ],
  [
    'donation.photo_attached',
    'donation',
    12,
    { actualWeight: '1-2kg', weightDiscrepancy: false },
    'alex attached a photo to donation #12, measured 1-2kg',
  ],
  ['participant.created', 'participant', 4, {}, 'alex added participant #4'],
  [
    'participant.updated',
    'participant',
    4,
    { fields: ['displayName', 'email'] },
    'alex edited participant #4: display name, email',
  ],
  ['participant.updated', 'participant', 4, { fields: [] }, 'alex edited participant #4'],
  [
    'participant.merged',
    'participant',
    4,
    { fromId: 3, mergeId: 1 },
    'alex merged participant #3 into participant #4',
  ],
  [
    'participant.claimed',
    'participant',
    4,
    { fields: ['displayName'] },
    'alex signed in and claimed for participant #4: display name',
  ],
  [
    'participant.claim_accepted',
    'participant',
    4,
    { fields: ['email'] },
    'alex noted what was claimed of participant #4: email',
  ],
  [
    'participant.claim_accepted',
    'participant',
    4,
    { fields: ['displayName', 'email'], isProven: true },
    'alex noted what was claimed of participant #4: display name, email, the email proven by a mailed code',
  ],
  ['participant.claim_dropped', 'participant', 4, {}, 'alex dropped what was claimed of participant #4'],
  [
    'participant.merge_undone',
    'participant',
    4,
    { fromId: 3, mergeId: 1 },
    'alex took participant #3 out again of participant #4',
  ],
  [
    'participant.removed',
    'participant',
    4,
    { reason: 'Asked by mail', codes: 2, pickups: 0, newsletter: 1 },
    'alex removed participant #4: Asked by mail',
  ],
  ['bin.created', 'bin', 2, { binCode: 'UC_EAST' }, 'alex added bin #2, UC_EAST'],
  ['bin.updated', 'bin', 2, { name: 'UC East', isActive: false }, 'alex edited bin #2: name, is active'],
  ['bin.emptied', 'bin', 2, { alertsResolved: 0 }, 'alex emptied bin #2'],
  ['bin.emptied', 'bin', 2, { alertsResolved: 1 }, 'alex emptied bin #2, which resolved 1 alert'],
  ['bin.emptied', 'bin', 2, { alertsResolved: 3 }, 'alex emptied bin #2, which resolved 3 alerts'],
  ['bin.overflow_reported', 'bin', 2, { alertId: 7 }, 'alex reported the overflow of bin #2, alert #7'],
  ['bin.overflow_reported', 'bin', 2, {}, 'alex reported the overflow of bin #2'],
  ['bin.overflow_set', 'bin', 2, {}, 'alex marked bin #2 as overflowing'],
  ['bin.overflow_cleared', 'bin', 2, {}, 'alex cleared the overflow of bin #2'],
  [
    'bin.pickup_scheduled',
    'bin',
    2,
    { when: '2026-11-24T15:00:00.000Z' },
    'alex scheduled the next pickup of bin #2 for Nov 24, 2026, 9:00 AM',
  ],
  ['bin.activated', 'bin', 2, {}, 'alex activated bin #2'],
  ['bin.deactivated', 'bin', 2, {}, 'alex deactivated bin #2'],
  ['bin.qr_generated', 'bin', 2, {}, 'alex generated the QR code of bin #2'],
  ['bin.alert_acknowledged', 'bin', 2, { alertId: 7 }, 'alex acknowledged alert #7 of bin #2'],
  ['bin.alert_resolved', 'bin', 2, { alertId: 7 }, 'alex resolved alert #7 of bin #2'],
  ['code.created', 'code', 5, { participantId: 4, maxUses: 2 }, 'alex issued reward code #5'],
  ['code.marked_used', 'code', 5, {}, 'alex marked reward code #5 as used'],
  ['code.revoked', 'code', 5, {}, 'alex revoked reward code #5'],
  [
    'code.extended',
    'code',
    5,
    { expiresAt: '2027-01-01T06:00:00.000Z' },
    'alex extended reward code #5 to Dec 31, 2026',
  ],
  [
    'code.redeemed',
    'code',
    5,
    { partnerId: 1, useCount: 1, maxUses: 2 },
    'alex redeemed reward code #5, use 1 of 2',
  ],
  [
    'code.redeemed',
    'code',
    5,
    { partnerId: 1, useCount: 2, maxUses: 2 },
    'alex redeemed reward code #5, use 2 of 2',
  ],
  [
    'code.use_given_back',
    'code',
    5,
    { useCount: 0, maxUses: 2, reason: 'Sold twice' },
    'alex gave back a use of reward code #5: Sold twice',
  ],
  ['till.link_created', 'partner', 1, {}, 'alex made a link for a till of partner #1'],
  ['till.added', 'partner', 1, { tillId: 3 }, 'alex added a till of partner #1'],
  ['till.ended', 'partner', 1, { tillId: 3 }, 'alex ended a till of partner #1'],
  [
    'statement.closed',
    'partner',
    1,
    { month: '2026-11', digest: 'c85b', redeemed: 12, reversed: 1 },
    'alex closed 2026-11 of partner #1, 12 redeemed and 1 given back',
  ],
  ['statement.link_created', 'partner', 1, {}, 'alex made a link to the statements of partner #1'],
  ['statement.link_ended', 'partner', 1, {}, 'alex ended the link to the statements of partner #1'],
  ['redemption.exported', 'code', null, { rows: 12, filters: [] }, 'alex exported 12 redemptions'],
  [
    'statement.exported',
    'partner',
    1,
    { rows: 12, filters: [], month: '2026-11' },
    'alex exported the statement for 2026-11 of partner #1',
  ],
  ['partner.created', 'partner', 1, { name: 'Main Street' }, 'alex added partner #1, Main Street'],
  ['partner.updated', 'partner', 1, { name: 'Main Street' }, 'alex edited partner #1, Main Street'],
  ['partner.pin_rotated', 'partner', 1, {}, 'alex rotated the PIN of partner #1'],
  ['partner.activated', 'partner', 1, {}, 'alex activated partner #1'],
  ['partner.deactivated', 'partner', 1, {}, 'alex deactivated partner #1'],
  ['pickup.requested', 'pickup', 6, {}, 'alex sent pickup request #6'],
  ['pickup.scheduled', 'pickup', 6, { fields: ['notes'] }, 'alex scheduled pickup request #6'],
  [
    'pickup.scheduled',
    'pickup',
    6,
    { scheduledAt: '2026-12-01T15:30:00.000Z' },
    'alex scheduled pickup request #6 for Dec 1, 2026, 9:30 AM',
  ],
  [
    'pickup.rescheduled',
    'pickup',
    6,
    { scheduledAt: '2026-12-01T15:30:00.000Z', fields: ['notes'] },
    'alex moved pickup request #6 to Dec 1, 2026, 9:30 AM',
  ],
  ['pickup.rescheduled', 'pickup', 6, { fields: ['notes'] }, 'alex changed the notes of pickup request #6'],
  ['pickup.completed', 'pickup', 6, {}, 'alex completed pickup request #6'],
  ['pickup.cancelled', 'pickup', 6, {}, 'alex cancelled pickup request #6'],
  ['newsletter.subscribed', 'system', 3, {}, 'alex subscribed to the newsletter'],
  ['newsletter.confirmed', 'system', 3, {}, 'alex confirmed a subscription to the newsletter'],
  ['newsletter.unsubscribed', 'system', 3, {}, 'alex left the newsletter'],
  ['newsletter.exported', 'system', null, { rows: 2, filters: [] }, 'alex exported 2 newsletter subscribers'],
  ['mail.news_stopped', 'system', null, { kind: 'code_used' }, 'alex stopped news by mail of code used'],
  [
    'participant.news_switched',
    'participant',
    7,
    { on: ['code_used'], off: ['code_ending', 'donation_logged'] },
    'alex switched news by mail of participant #7 on: code used off: code ending, donation logged',
  ],
  ['key.rotated', 'system', null, { newPins: false }, 'alex gave the site a new key'],
  [
    'key.rotated',
    'system',
    null,
    { newPins: true },
    'alex gave the site a new key, and every partner needs a new PIN',
  ],
  [
    'retention.applied',
    'system',
    null,
    { claims: 1, signIns: 0 },
    'alex removed what has served its time: 1 claim',
  ],
  [
    'retention.applied',
    'system',
    null,
    { auditRows: 12 },
    'alex removed what has served its time: 12 log rows',
  ],
  ['mail.sent_again', 'system', null, { mailId: 3, kind: 'test' }, 'alex sent a mail once more'],
  [
    'settings.updated',
    'system',
    null,
    { before: { monthlyGoal: 100, term: '2026-1' }, after: { monthlyGoal: 120, term: '2026-2' } },
    'alex changed the settings: monthly goal, term',
  ],
  [
    'participant.file_exported',
    'participant',
    4,
    {},
    'alex exported everything that is kept about participant #4',
  ],
  ['participant.exported', 'participant', null, { rows: 1, filters: ['q'] }, 'alex exported 1 participant'],
  ['donation.exported', 'donation', null, { rows: 12, filters: [] }, 'alex exported 12 donations'],
  ['code.exported', 'code', null, { rows: 0, filters: [] }, 'alex exported 0 reward codes'],
  ['backup.made', 'system', null, { encrypted: true }, 'alex made a backup'],
  [
    'backup.restored',
    'system',
    null,
    { madeAt: '2026-11-20T18:00:00.000Z' },
    'alex restored a backup of Nov 20, 2026, 12:00 PM',
  ],
  ['mail.tested', 'system', null, { result: 'sent' }, 'alex tried out whether mail goes out'],
  [
    'mail.tested',
    'system',
    null,
    { result: 'refused' },
    'alex tried out whether mail goes out, and it did not',
  ],
  ['admin.sign_in_failed', 'system', 1, {}, 'alex failed to sign in to the console'],
  ['photo.uploaded', 'system', null, { name: 'abc.webp' }, 'alex uploaded a photo'],
  ['photo.deleted', 'system', null, { name: 'abc.webp' }, 'alex deleted a photo that nothing shows any more'],
  ['donor.signed_in', 'participant', 4, {}, 'alex signed in as participant #4'],
  ['donor.signed_in', 'participant', null, {}, 'alex signed in as a new donor'],
  [
    'admin.added',
    'system',
    2,
    { username: 'sam', role: 'volunteer' },
    'alex let sam use the console as a volunteer',
  ],
  ['admin.added', 'system', 2, {}, 'alex let an admin use the console'],
  ['admin.role_changed', 'system', 2, { username: 'sam', role: 'admin' }, 'alex made sam an admin'],
  ['admin.switched_off', 'system', 2, { username: 'sam' }, 'alex switched sam off'],
  ['admin.switched_on', 'system', 2, { username: 'sam' }, 'alex switched sam on again'],
  ['admin.reset', 'system', 2, { username: 'sam' }, 'alex gave sam a new password'],
  ['admin.removed', 'system', 2, { username: 'sam' }, 'alex removed sam from the console'],
  ['admin.signed_in', 'system', 1, {}, 'alex signed in to the console'],
  ['admin.password_changed', 'system', 1, {}, 'alex changed their password'],
  ['admin.signed_out', 'system', 1, {}, 'alex signed out of the console'],
  [
    'admin.session_ended',
    'system',
    1,
    { device: 'Firefox' },
    'alex ended another session of theirs, Firefox',
  ],
  ['admin.other_sessions_ended', 'system', 1, { sessions: 2 }, 'alex ended 2 other sessions of theirs'],
  ['admin.second_factor_started', 'system', 1, {}, 'alex began to set up a second factor'],
  ['admin.second_factor_on', 'system', 1, {}, 'alex switched their second factor on'],
  ['admin.second_factor_off', 'system', 1, {}, 'alex switched their second factor off'],
  ['admin.recovery_code_used', 'system', 1, {}, 'alex used up a recovery code'],
];

describe('a row of the activity log', () => {
  test.each(cases)('%s of %s #%s with %j says so', (action, entityType, entityId, details, said) => {
    expect(sentence({ action, entityType, entityId, details })).toBe(said);
  });

  test('names a reward code as people do, and by its number once it is gone', () => {
    const item = { action: 'code.revoked', entityType: 'code', entityId: 5 };
    expect(sentence({ ...item, entityName: 'RR-ABC234' })).toBe('alex revoked reward code RR-ABC234');
    expect(sentence({ ...item, entityName: null })).toBe('alex revoked reward code #5');
  });

  test('names the admin under whose name a sign-in failed', () => {
    const item = { actor: 'visitor', action: 'admin.sign_in_failed', entityType: 'system', entityId: 1 };
    expect(sentence({ ...item, entityName: 'alex' })).toBe(
      'visitor failed to sign in to the console as alex',
    );
  });

  test.each([
    [null, 'alex issued reward code #5 to participant #4', 'alex edited participant #4', 'donor 4'],
    ['Jo T', 'alex issued reward code #5 to Jo T', 'alex edited Jo T', 'Jo T'],
    [
      'removed person',
      'alex issued reward code #5 to removed person',
      'alex edited removed person',
      'removed person',
    ],
  ])('calls a person %s what they are called today', (participantName, issued, edited, donor) => {
    const of = { participantId: 4, participantName };
    expect(sentence({ ...of, action: 'code.created', entityType: 'code', entityId: 5 })).toBe(issued);
    const person = { ...of, entityType: 'participant', entityId: 4 };
    expect(sentence({ ...person, action: 'participant.updated' })).toBe(edited);
    expect(sentence({ ...person, action: 'participant.removed' })).toBe('alex removed participant #4');
    const byDonor = { ...person, actor: 'donor 4', actorRole: 'donor' };
    expect(sentence({ ...byDonor, action: 'donor.signed_in' })).toBe(`${donor} signed in as participant #4`);
  });

  test('names the subject apart, for a link to it', () => {
    const item = { actor: 'bar-admin', action: 'donation.logged', details: { weight: '1-2kg' } };
    expect(
      auditSentence({ ...item, entityType: 'donation', entityId: 12 } as unknown as AuditItem, TIME_ZONE),
    ).toEqual({ before: 'bar-admin logged ', subject: 'donation #12', after: ', 1-2kg' });
  });

  test.each([
    ['donation.weighed_again', 'donation', 12, 'alex: donation #12 weighed again'],
    ['season.closed', 'system', null, 'alex: season closed, system'],
    ['season.closed', 'donation', 12, 'alex: season closed, donation #12'],
    ['constructor', 'drop_site', 3, 'alex: constructor, drop site #3'],
    ['', '', null, 'alex: , '],
  ])('with the unknown action "%s" of %s is still readable', (action, entityType, entityId, said) => {
    expect(sentence({ action, entityType, entityId, details: { any: [{ thing: 1 }] } })).toBe(said);
  });

  test.each(knownActions)('says %s without its details too', (action) => {
    const said = sentence({ action, details: {} });
    expect(said).toMatch(/^alex [a-z]/);
    expect(said).not.toMatch(/\s$|  |[,:]$|undefined|null/);
  });
});

describe('the actions that the server writes', () => {
  test('are the ones put into words, and no others', () => {
    expect([...writtenActions()].toSorted()).toEqual([...knownActions].toSorted());
  });

  test('all stand in the table above', () => {
    expect(new Set(cases.map(([action]) => action))).toEqual(new Set(knownActions));
  });
});

describe('a detail', () => {
  test.each([
    ['weightDiscrepancy', 'weight discrepancy'],
    ['participantId', 'participant ID'],
    ['signed_in', 'signed in'],
    ['ids', 'IDs'],
  ])('named %s is called "%s"', (name, called) => {
    expect(words(name)).toBe(called);
  });

  test.each([
    [null, 'None'],
    ['', 'None'],
    [[], 'None'],
    [true, 'Yes'],
    [false, 'No'],
    [0, '0'],
    [['a', 'b'], 'a, b'],
    [
      [
        { days: 'Sat', time: '10AM-4PM' },
        { days: 'Sun', time: null },
      ],
      'Sat 10AM-4PM, Sun None',
    ],
    ['2026-07-01T18:00:00.000Z', 'Jul 1, 2026, 1:00 PM'],
    ['2026-07-01', '2026-07-01'],
  ])('of %j reads "%s"', (value, read) => {
    expect(valueText(value, TIME_ZONE)).toBe(read);
  });
});

describe('the details of a row', () => {
  test('are told by name, whom it is about aside', () => {
    expect(detailTexts({ weight: '2-3kg', participantId: 1 }, TIME_ZONE)).toEqual([['weight', '2-3kg']]);
  });

  test('say of settings what differs, before and after', () => {
    const organization = { name: 'ReRound', phone: null, addressLines: ['1 Main Street'], testimonials: 2 };
    const before = {
      milestones: [5, 10, 25],
      retention: { auditMonths: null, pickupMonths: null },
      organization,
    };
    const after = {
      milestones: [4, 8, 12],
      retention: { auditMonths: 24, pickupMonths: null },
      organization: { ...organization, name: 'Loop', phone: '204 555 0142' },
    };
    expect(detailTexts({ before, after }, TIME_ZONE)).toEqual([
      ['milestones', 'from 5, 10, 25 to 4, 8, 12'],
      ['retention audit months', 'from None to 24'],
      ['organization name', 'from ReRound to Loop'],
      ['organization phone', 'from None to 204 555 0142'],
    ]);
    expect(detailTexts({ before: { organization }, after: { organization } }, TIME_ZONE)).toEqual([
      ['testimonials', 'other words, or from others'],
    ]);
  });
});

/** Every `'thing.happened'` in the servers of the features. */
function writtenActions(): Set<string> {
  const features = fileURLToPath(new URL('..', import.meta.url));
  const found = new Set<string>();
  for (const file of globSync('**/{server*,*Command}.ts', { cwd: features })) {
    if (file.endsWith('.test.ts')) continue;
    const source = readFileSync(`${features}/${file}`, 'utf8');
    // Other than a file's name.
    for (const [, action] of source.matchAll(/'((?:[a-z]+)\.(?!socket')[a-z_]+)'/g)) found.add(action ?? '');
    // The one that is put together: pickup.${status}.
    if (source.includes('`pickup.${status}`')) {
      for (const status of Object.values(nextPickupStatuses).flat()) found.add(`pickup.${status}`);
    }
  }
  return found;
}
