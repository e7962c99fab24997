import { expect, test } from 'vitest';
import { contract as lists } from '#features/donations/console/contract.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract, type ParticipantMatch } from './contract.ts';

const site = useTestSite();

async function found(admin: Client, q: string): Promise<ParticipantMatch[]> {
  const { status, body } = await admin.send<{ items: ParticipantMatch[] }>(
    'GET',
    `/api/admin/participants/search?${new URLSearchParams({ q }).toString()}`,
  );
  expect(status).toBe(200);
  return body.items;
}

test('whoever types finds participants by contact, the start of a donor ID, or number, with their donor IDs', async () => {
  const admin = await site.admin();
  await loggedDonation(site, { studentId: 'QZ7846120' });
  const named = await admin.call(contract.upsertParticipant, {
    body: { displayName: 'Jo Thiessen', email: 'jo@example.ca', phone: '204-555-0134' },
  });
  const jo = named.body.id;
  const [byId] = await found(admin, 'qz78');
  expect(byId).toMatchObject({ displayName: null, studentIds: ['QZ7846120'], total_donations: 1 });
  for (const text of ['thies', 'JO@', '555-01', String(jo)]) {
    expect((await found(admin, text)).map(({ id }) => id)).toEqual([jo]);
  }
  for (const text of ['', '   ', '7846120', '%', '999999999', '99999999999']) {
    expect(await found(admin, text)).toEqual([]);
  }
});

test('the participant of a number comes before those who have it in a phone number, and once', async () => {
  const admin = await site.admin();
  await loggedDonation(site, { studentId: '1' });
  const { body } = await admin.call(contract.upsertParticipant, { body: { phone: '204-555-0111' } });
  expect((await found(admin, '1')).map(({ id }) => id)).toEqual([1, body.id]);
});

test('at most ten are found, those with the latest donations', async () => {
  const admin = await site.admin();
  for (let number = 1; number <= 11; number += 1) {
    await loggedDonation(site, { studentId: `AB${number}` });
    site.pass({ minutes: 1 });
  }
  const { body } = await admin.send<{ total: number }>('GET', lists.searchDonations.path);
  expect(body.total).toBe(11);
  const items = await found(admin, 'ab');
  expect(items.map(({ studentIds }) => studentIds[0])).toEqual(
    Array.from({ length: 10 }, (_, index) => `AB${11 - index}`),
  );
});
