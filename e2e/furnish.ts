import { sql } from 'drizzle-orm';
import { contract as donors } from '#features/donors/contract.ts';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import { contract as rewards } from '#features/rewards/contract.ts';
import { digest } from '#server/secrets.ts';
import { createDonor, loggedDonation } from '#server/testing/scenarios.ts';
import { START } from '#server/testing/siteUnderTest.ts';
import type { ServedSite } from './fixtures.ts';

/** The token of Amara Okafor's share link. */
export const SHARE_TOKEN = 'amara-okafor-shows-this';

/** The token of a store's statement link. */
export const STATEMENT_TOKEN = 'main-street-thrift-reads-this';

/** Fills a site with rows of every kind and state. */
export async function furnish(site: ServedSite): Promise<void> {
  const admin = await site.admin();
  const date = site.today;
  for (const [studentId, displayName] of [
    ['AOKAFOR', 'Amara Okafor'],
    ['BFRIESEN', 'Ben Friesen'],
  ] as const) {
    await admin.call(donors.updateParticipant, {
      params: { id: await createDonor(site, studentId) },
      body: { displayName, email: `${studentId.toLowerCase()}@example.ca` },
    });
  }
  await site.database.execute(
    sql`update participants set share_token = ${SHARE_TOKEN} where display_name = 'Amara Okafor'`,
  );
  const { body: thrift } = await admin.call(partners.createPartner, {
    body: { name: 'Main Street Thrift', discount: '15% off', link: 'https://example.ca' },
  });
  const { body: closed } = await admin.call(partners.createPartner, { body: { name: 'Closed Corner' } });
  await admin.call(partners.setPartnerActive, {
    params: { id: closed.partner.id },
    body: { active: false },
  });

  for (const id of [
    await loggedDonation(site, { date, studentId: 'AOKAFOR', dropSite: 'UC East' }),
    await loggedDonation(site, { date, studentId: 'AOKAFOR', weight: '0-1kg' }),
  ]) {
    await admin.call(deciding.confirmDonation, { body: { id } });
  }
  const { body: amara } = await admin.call(donors.upsertParticipant, {
    body: { email: 'aokafor@example.ca' },
  });
  await admin.call(deciding.createDonation, {
    body: {
      participantId: amara.id,
      weight: '3kg+',
      actualWeight: '1-2kg',
      date,
      confirmNow: true,
    },
  });
  const rejected = await loggedDonation(site, { date, studentId: 'BFRIESEN' });
  await admin.call(deciding.rejectDonation, { body: { id: rejected, reason: 'Winter jackets only' } });
  for (const weight of ['1-2kg', '3kg+'] as const) {
    await loggedDonation(site, { date, studentId: 'BFRIESEN', weight, binLocation: 'University Centre' });
  }
  await loggedDonation(site, { date, studentId: 'NONAME' });
  await site.visitor().call(donors.studentLogin, {
    body: { studentId: 'NONAME', displayName: 'Grace Friesen', email: 'grace@example.ca' },
  });

  const { body: east } = await admin.call(bins.createBin, {
    body: {
      name: 'UC East',
      location: 'University Centre, east entrance',
      binCode: 'UC_EAST',
      directions: 'Between the two sets of doors.',
      hours: 'Every day, 6 AM to midnight',
      targetDays: 7,
      lat: 49.8093,
      lng: -97.1331,
    },
  });
  const { body: idle } = await admin.call(bins.createBin, {
    body: { name: 'Library', location: 'Fermor Avenue foyer', binCode: 'LIBRARY' },
  });
  await admin.call(bins.generateBinQr, { params: { id: east.bin.id } });
  await admin.call(bins.toggleBin, { params: { id: idle.bin.id } });
  await site.visitor().call(bins.reportOverflow, {
    body: { binId: east.bin.id, notes: 'The lid does not close', reportedBy: 'Sam' },
  });
  await site.visitor().call(pickups.requestPickup, {
    body: {
      name: 'Noah Reimer',
      phone: '204 555 0117',
      email: 'noah@example.ca',
      address: '12 Osborne Street',
      items: 'Two boxes of books',
    },
  });
  // Its link depends on this moment: see `pickupToken`.
  await site.database.execute(sql`update pickups set created_at = ${START.toISOString()}`);
  await site
    .visitor()
    .call(
      newsletter.subscribe,
      { body: { email: 'zoe@example.ca', firstName: 'Zoe' } },
      { headers: { referer: `${site.url}/` } },
    );

  const { body: sold } = await admin.call(rewards.createCode, {
    body: { participantId: amara.id, expiresAt: '2099-01-01' },
  });
  for (const clerk of ['Dana', 'Sam']) {
    await site.visitor().call(redemption.redeemCode, {
      params: { code: sold.code },
      body: { pin: thrift.pin, clerk },
    });
  }
  await site.database.execute(sql`insert into statement_links (partner_id, token_hash, created_by, created_at)
    values (${thrift.partner.id}, ${digest(STATEMENT_TOKEN)}, 'alex', now())`);
}
