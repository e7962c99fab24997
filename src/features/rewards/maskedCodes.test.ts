import { expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as lists } from '#features/donations/console/contract.ts';
import { contract as search } from '#features/search/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { discountCodes } from '#server/db/schema.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite();

/** What somebody is shown of codes who confirms, takes in and looks up. */
async function seenBy(client: Client) {
  const id = await loggedDonation(site);
  const confirmed = (await client.call(deciding.confirmDonation, { body: { id } })).body;
  const body = { participantId: 1, weight: '1-2kg', date: '2026-11-20', confirmNow: true } as const;
  const created = (await client.call(deciding.createDonation, { body })).body;
  const last = (await client.call(deciding.lastConfirmation, {})).body;
  const sheet = (await client.call(people.participantSheet, { params: { id: 1 } })).body;
  const found = (await client.call(search.find, { query: { q: confirmed.discountCode.slice(3, 6) } })).body;
  const searched = (await client.call(lists.searchDonations, { query: {} })).body;
  return { confirmed, created, last, sheet, found, searched };
}

test('a volunteer sees the first half of a code wherever codes stand, and never all of it', async () => {
  const seen = await seenBy(await site.volunteer());
  const codes = (await site.database.select().from(discountCodes).orderBy(discountCodes.id)).map(
    ({ code }) => code,
  );
  expect(codes).toHaveLength(2);
  for (const code of codes) expect(JSON.stringify(seen)).not.toContain(code);
  const masked = codes.map((code) => `${code.slice(0, 6)}•••`);
  expect([seen.confirmed.discountCode, seen.created.discountCode]).toEqual(masked);
  expect(seen.sheet.codes.items.map(({ code }) => code).toSorted()).toEqual(masked.toSorted());
  expect(seen.last.confirmation?.donations[0]?.discountCode).toBe(masked[1]);
});

test('an admin sees codes whole', async () => {
  const seen = await seenBy(await site.admin());
  const codes = (await site.database.select().from(discountCodes).orderBy(discountCodes.id)).map(
    ({ code }) => code,
  );
  expect([seen.confirmed.discountCode, seen.created.discountCode]).toEqual(codes);
  expect(seen.sheet.codes.items.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
});
