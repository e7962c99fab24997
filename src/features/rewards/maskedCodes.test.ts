import { expect, test } from 'vitest';
import { contract as consoleDonations } from '#features/donations/console/contract.ts';
import { contract as search } from '#features/search/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { discountCodes } from '#server/db/schema.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite();

/** All answers with codes for a client that confirms, creates and searches donations. */
async function answersWithCodes(client: Client) {
  const id = await loggedDonation(site);
  const confirmed = (await client.call(consoleDonations.confirmDonation, { body: { id } })).body;
  const body = { participantId: 1, weight: '1-2kg', date: '2026-11-20', confirmNow: true } as const;
  const created = (await client.call(consoleDonations.createDonation, { body })).body;
  const lastConfirmation = (await client.call(consoleDonations.lastConfirmation, {})).body;
  const sheet = (await client.call(people.participantSheet, { params: { id: 1 } })).body;
  const found = (await client.call(search.find, { query: { q: confirmed.discountCode.slice(3, 6) } })).body;
  const searched = (await client.call(consoleDonations.searchDonations, { query: {} })).body;
  return { confirmed, created, lastConfirmation, sheet, found, searched };
}

test('a volunteer sees only the first half of a code in every answer', async () => {
  const answers = await answersWithCodes(await site.volunteer());
  const codes = (await site.database.select().from(discountCodes).orderBy(discountCodes.id)).map(
    ({ code }) => code,
  );
  expect(codes).toHaveLength(2);
  for (const code of codes) expect(JSON.stringify(answers)).not.toContain(code);
  const masked = codes.map((code) => `${code.slice(0, 6)}•••`);
  expect([answers.confirmed.discountCode, answers.created.discountCode]).toEqual(masked);
  expect(answers.sheet.codes.items.map(({ code }) => code).toSorted()).toEqual(masked.toSorted());
  expect(answers.lastConfirmation.confirmation?.donations[0]?.discountCode).toBe(masked[1]);
});

test('an admin sees whole codes', async () => {
  const answers = await answersWithCodes(await site.admin());
  const codes = (await site.database.select().from(discountCodes).orderBy(discountCodes.id)).map(
    ({ code }) => code,
  );
  expect([answers.confirmed.discountCode, answers.created.discountCode]).toEqual(codes);
  expect(answers.sheet.codes.items.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
});
