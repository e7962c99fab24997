// Donations: what one is, and what each part of this feature does to it. A donation is pending until it is confirmed
// or rejected, and counts for its donor from the moment it is logged.
import { eq, sql } from 'drizzle-orm';
import { countDonations } from '#features/participants/server.ts';
import { yearOf } from '#shared/dates.ts';
import type { Transaction } from '#server/database.ts';
import { type AdminCaller, implement } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { parameter, prepared } from '#server/prepared.ts';
import { donations } from '#server/schema.ts';
import { contract } from './contract.ts';
import { isDiscrepancy } from './rules.ts';
import { donationRows, onWire } from './serverRows.ts';

export const donationsFeature = implement(contract, {
  donationDetails: async ({ database, params }) => {
    const [row] = await donationRows(database, eq(donations.id, params.id));
    if (!row) throw noSuchDonation();
    return { ok: true as const, row: onWire(row) };
  },
});

type NewDonation = Omit<typeof donations.$inferInsert, 'year' | 'createdAt'>;

/** Adds a donation that is still to be counted. */
export async function addDonation(
  transaction: Transaction,
  donation: NewDonation,
  now: Date,
): Promise<number> {
  const [added] = await newDonation(transaction, {
    studentId: null,
    binLocation: null,
    dropSite: null,
    notes: null,
    photoUrl: null,
    photoUploadedAt: null,
    photoUploadedBy: null,
    actualWeight: null,
    loggedBy: 'student',
    ...donation,
    year: yearOf(donation.date),
    weightDiscrepancy: isDiscrepancy(donation.weight, donation.actualWeight ?? null),
    createdAt: now,
  });
  if (!added) throw new Error('The new donation was not returned.');
  return added.id;
}

/** Counts a donation that was added. */
export async function countNew(transaction: Transaction, participantId: number, now: Date): Promise<void> {
  await countDonations(transaction, [{ participantId, total: 1, confirmed: 0, lastDonationAt: now }]);
}

const newDonation = prepared('new donation', (executor) =>
  executor
    .insert(donations)
    .values({
      participantId: sql.placeholder('participantId'),
      studentId: sql.placeholder('studentId'),
      weight: sql.placeholder('weight'),
      actualWeight: sql.placeholder('actualWeight'),
      weightDiscrepancy: sql.placeholder('weightDiscrepancy'),
      date: sql.placeholder('date'),
      year: sql.placeholder('year'),
      binLocation: sql.placeholder('binLocation'),
      dropSite: sql.placeholder('dropSite'),
      notes: sql.placeholder('notes'),
      photoUrl: sql.placeholder('photoUrl'),
      photoUploadedAt: parameter('photoUploadedAt'),
      photoUploadedBy: sql.placeholder('photoUploadedBy'),
      loggedBy: sql.placeholder('loggedBy'),
      createdAt: parameter('createdAt'),
    })
    .returning({ id: donations.id }),
);

/** Changes the counts of the donations' participants, once for each donation. */
export async function countEach(
  transaction: Transaction,
  changed: readonly { participantId: number }[],
  change: { total: number; confirmed: number },
): Promise<void> {
  const changes = changed.map(({ participantId }) => ({ participantId, ...change }));
  await countDonations(transaction, changes);
}

export function noSuchDonation(): Refusal {
  return new Refusal('not_found', 'There is no such donation.');
}

export function aboutDonation(
  admin: AdminCaller,
  action: string,
  entityId: number,
  details: Record<string, unknown> = {},
) {
  const { username: actor } = admin;
  return { actor, actorRole: 'admin' as const, action, entityType: 'donation' as const, entityId, details };
}
