import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract as search } from '#features/search/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { confirmedCode, loggedDonation, namedParticipant, partnerStore } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite();

/** A list that shows only the last or best rows, up to a maximum. */
interface Cap {
  list: string;
  most: number;
  /** Prepares the site. */
  begin?: (admin: Client) => Promise<unknown>;
  /** Adds one row. */
  add: (admin: Client) => Promise<unknown>;
  /** Counts the shown rows. */
  shown: (admin: Client) => Promise<number>;
}

const addDonation = (given = {}) => loggedDonation(site, given);
const addCode = async (admin: Client) => confirmedCode(site, admin);
const find = async (admin: Client, q: string) => (await admin.call(search.find, { query: { q } })).body;

let till: { client: Client; pin: string };

async function makeTill(admin: Client): Promise<void> {
  const { partner, pin } = await partnerStore(admin);
  const { body } = await admin.call(redemption.createTillLink, { params: { id: partner.id } });
  till = { client: site.visitor(), pin };
  await till.client.send('POST', new URL(body.link).pathname);
}

/** The donation with which others are compared. */
let comparedId = 0;

/** Makes bin codes differ. */
let binCount = 0;

const caps: Cap[] = [
  {
    list: 'a donor’s recent donations',
    most: 10,
    add: () => addDonation(),
    shown: async () =>
      (await (await site.donor('JTHIESSEN')).call(dashboard.donorSummary, {})).body.recent.length,
  },
  {
    list: 'donations that look alike',
    most: 5,
    begin: async () => {
      comparedId = await addDonation();
    },
    add: () => addDonation(),
    shown: async (admin) =>
      (await admin.call(dashboard.donationDetails, { params: { id: comparedId } })).body.alike.length,
  },
  {
    list: 'participants in the combobox',
    most: 10,
    add: namedParticipant,
    shown: async (admin) =>
      (await admin.call(participants.searchParticipants, { query: { q: 'jo' } })).body.items.length,
  },
  {
    list: 'participants found by the palette',
    most: 5,
    add: namedParticipant,
    shown: async (admin) => (await find(admin, 'thiessen')).participants.length,
  },
  {
    list: 'codes found by the palette',
    most: 5,
    add: async (admin) => {
      await addCode(admin);
      await site.database.execute(sql`update discount_codes set code = 'RR-KNW' || (100 + id)`);
    },
    shown: async (admin) => (await find(admin, 'RR-KNW')).codes.length,
  },
  {
    list: 'bins found by the palette',
    most: 5,
    add: (admin) =>
      admin.call(bins.createBin, {
        body: { name: 'North', location: 'Library', binCode: `NORTH_${binCount++}` },
      }),
    shown: async (admin) => (await find(admin, 'north')).bins.length,
  },
  {
    list: 'redemptions of a till today',
    most: 50,
    begin: makeTill,
    add: async (admin) => {
      const { code } = await addCode(admin);
      await till.client.call(redemption.redeemCode, { params: { code }, body: { pin: till.pin } });
    },
    shown: async () => (await till.client.call(redemption.ownTill, {})).body.till!.redemptions.length,
  },
];

describe('a capped list', () => {
  test.each(caps)('of $list shows at most $most', async ({ most, begin, add, shown }) => {
    const admin = await site.admin();
    await begin?.(admin);
    for (let added = 1; added <= most; added += 1) await add(admin);
    expect(await shown(admin)).toBe(most);
    await add(admin);
    expect(await shown(admin)).toBe(most);
  });
});
