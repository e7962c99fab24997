import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { nextPickupStatuses } from '#features/pickups/rules.ts';
import type { AuditItem } from './contract.ts';
import { actionLabels, auditLine, detailLines, formatValue, humanizeIdentifier } from './labels.ts';

const TIME_ZONE = 'America/Winnipeg';

/** The sentence of an entry that differs from a usual one only in these fields. */
function sentenceOf(fields: Partial<AuditItem>): string {
  const { actor, label, subject } = auditLine({
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
    ...fields,
  });
  return [actor, label, subject].filter((part) => part !== null).join(' ');
}

test('every action that the server records has a label, and no other action does', () => {
  expect([...recordedActions()].toSorted()).toEqual([...actionLabels.keys()].toSorted());
});

describe('an entry of the activity log', () => {
  test.each<[Partial<AuditItem>, string]>([
    [{}, 'alex confirmed donation #12'],
    [
      { action: 'code.revoked', entityType: 'code', entityName: 'RR-ABC234' },
      'alex revoked reward code RR-ABC234',
    ],
    [{ action: 'code.revoked', entityType: 'code', entityId: 5 }, 'alex revoked reward code #5'],
    [{ action: 'code.exported', entityType: 'code', entityId: null }, 'alex exported reward codes'],
    [{ action: 'pickup.requested', entityType: 'pickup', entityId: 6 }, 'alex sent pickup request #6'],
    [
      { action: 'donor.signed_in', entityType: 'participant', entityId: null },
      'alex signed in as a new donor',
    ],
    [{ action: 'newsletter.subscribed', entityType: 'system' }, 'alex subscribed to the newsletter'],
    [
      { action: 'admin.switched_off', entityType: 'system', details: { username: 'sam' } },
      'alex switched an account off: sam',
    ],
    [
      { actor: 'visitor', action: 'admin.sign_in_failed', entityType: 'system', entityName: 'alex' },
      'visitor failed to sign in to the console: alex',
    ],
    [{ action: 'season.closed', entityType: 'drop_site', entityId: 3 }, 'alex season closed drop site #3'],
    [{ action: 'constructor' }, 'alex constructor donation #12'],
  ])('%j is "%s"', (item, expected) => {
    expect(sentenceOf(item)).toBe(expected);
  });

  test.each([
    [null, 'alex edited participant #4', 'donor 4'],
    ['Jo T', 'alex edited Jo T', 'Jo T'],
    ['removed person', 'alex edited removed person', 'removed person'],
  ])('shows a person under the current name: %s', (participantName, edited, donor) => {
    const person = { participantId: 4, participantName, entityType: 'participant', entityId: 4 };
    expect(sentenceOf({ ...person, action: 'participant.updated' })).toBe(edited);
    expect(sentenceOf({ ...person, action: 'participant.removed' })).toBe('alex removed participant #4');
    const byDonor = { ...person, actor: 'donor 4', actorRole: 'donor' };
    expect(sentenceOf({ ...byDonor, action: 'donor.signed_in' })).toBe(
      `${donor} signed in as participant #4`,
    );
  });
});

describe('the details of an entry', () => {
  test.each([
    ['weightDiscrepancy', 'weight discrepancy'],
    ['participantId', 'participant ID'],
    ['signed_in', 'signed in'],
    ['ids', 'IDs'],
  ])('list %s under the name "%s"', (name, expected) => {
    expect(humanizeIdentifier(name)).toBe(expected);
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
  ])('show the value %j as "%s"', (value, expected) => {
    expect(formatValue(value, TIME_ZONE)).toBe(expected);
  });

  test('are one line each, without the participant, whom the entry already names', () => {
    const details = { weight: '2-3kg', participantId: 1, fields: ['displayName', 'email'] };
    expect(detailLines({ action: 'donation.corrected', details }, TIME_ZONE)).toEqual([
      ['weight', '2-3kg'],
      ['fields', 'display name, email'],
    ]);
  });

  test('list of changed settings only the values that differ, before and after', () => {
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
    expect(detailLines(settingsChange(before, after), TIME_ZONE)).toEqual([
      ['milestones', 'from 5, 10, 25 to 4, 8, 12'],
      ['retention audit months', 'from None to 24'],
      ['organization name', 'from ReRound to Loop'],
      ['organization phone', 'from None to 204 555 0142'],
    ]);
    expect(detailLines(settingsChange({ organization }, { organization }), TIME_ZONE)).toEqual([
      ['testimonials', 'texts or names changed'],
    ]);
  });
});

function settingsChange(before: object, after: object) {
  return { action: 'settings.updated', details: { before, after } };
}

/** Every `'thing.happened'` in the servers of the features. */
function recordedActions(): Set<string> {
  const features = fileURLToPath(new URL('..', import.meta.url));
  const actions = new Set<string>();
  for (const file of globSync('**/{server*,*Command}.ts', { cwd: features })) {
    if (file.endsWith('.test.ts')) continue;
    const source = readFileSync(`${features}/${file}`, 'utf8');
    // The name of a socket file has the same form.
    for (const [, action] of source.matchAll(/'((?:[a-z]+)\.(?!socket')[a-z_]+)'/g))
      actions.add(action ?? '');
    // The only action that is put together: pickup.${status}.
    if (source.includes('`pickup.${status}`')) {
      for (const status of Object.values(nextPickupStatuses).flat()) actions.add(`pickup.${status}`);
    }
  }
  return actions;
}
