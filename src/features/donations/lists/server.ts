// The console's lists of donations, and the file that a search makes.
import { and, asc, desc, eq, gt, gte, lte, or, type SQL, sql } from 'drizzle-orm';
import { recordExport } from '#features/audit/server.ts';
import { donationStatus } from '#features/donations/rules.ts';
import {
  donationRows,
  isConfirmed,
  isOnPage,
  isPending,
  isRejected,
} from '#features/donations/serverRows.ts';
import { asSeenBy } from '#features/donors/serverRows.ts';
import { dayOf } from '#shared/dates.ts';
import { anywhere, columnsFor, inBatches, like } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { implement } from '#server/http/call.ts';
import { checkYears } from '#server/http/refusal.ts';
import { donations, participants } from '#server/db/schema.ts';
import type { WeightBand } from '#shared/weights.ts';
import { contract, searchRow, type searchStatuses } from './contract.ts';

/** What is claimed is for those who decide about it. */
const noClaim = { claimed_name: null, claimed_email: null, is_claim_proven: false };

export const listsFeature = implement(contract, {
  rejectedDonations: async ({ database, query: { limit, offset }, admin }) => {
    const order = [desc(donations.rejectedAt), desc(donations.id)];
    const [rows, total] = await Promise.all([
      donationRows(database, isOnPage(database, isRejected, order, { limit, offset })).orderBy(...order),
      database.$count(donations, isRejected),
    ]);
    const items = rows.map((row) => asSeenBy(admin, row));
    return { ok: true as const, items, total, limit, offset };
  },

  confirmedDonations: async ({ database, query: { limit, offset, q }, admin }) => {
    const isFound = matches({ status: 'confirmed', q });
    const order = [desc(donations.confirmedAt), desc(donations.id)];
    const [rows, total] = await Promise.all([
      donationRows(database, isOnPage(database, isFound, order, { limit, offset })).orderBy(...order),
      database.$count(donations, isFound),
    ]);
    const items = rows.map((row) => asSeenBy(admin, row));
    return { ok: true as const, items, total, limit, offset };
  },

  searchDonations: async ({ database, query: { limit, offset, sort, ...filters }, admin }) => {
    const { from, to } = filters;
    checkYears({ from, to }, 'Please enter a valid date');
    const isFound = matches(filters);
    const directed = sort === 'newest' ? desc : asc;
    const order = [directed(donations.date), directed(donations.id)];
    const [rows, total] = await Promise.all([
      searchRows(database, isOnPage(database, isFound, order, { limit, offset })).orderBy(...order),
      database.$count(donations, isFound),
    ]);
    const items = rows.map((row) => (admin.role === 'admin' ? row : { ...row, ...noClaim }));
    return { ok: true as const, items, total, limit, offset };
  },

  exportDonations: async (call) => {
    const { database, query, site, now } = call;
    const { from, to } = query;
    checkYears({ from, to }, 'Please enter a valid date');
    const isFound = matches(query);
    const rows = await database.$count(donations, isFound);
    await recordExport(call, { action: 'donation.exported', entityType: 'donation', rows, filters: query });
    return {
      fileName: `donations-${dayOf(now, site.timeZone)}.csv`,
      header: Object.keys(csvColumns),
      batches: exportedRows(database, isFound),
    };
  },
});

interface Filters {
  status: (typeof searchStatuses)[number];
  q?: string | undefined;
  weight?: WeightBand | '' | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const hasStatus = { any: undefined, pending: isPending, confirmed: isConfirmed, rejected: isRejected };

function matches({ status, q, weight, from, to }: Filters): SQL | undefined {
  return and(
    hasStatus[status],
    q ? mentions(q) : undefined,
    weight ? eq(donations.weight, weight) : undefined,
    from ? gte(donations.date, from) : undefined,
    to ? lte(donations.date, to) : undefined,
  );
}

/**
 * Whether a text is in a donation or in its participant's profile. One pass over the donations: joining what two trigram
 * indexes find is quicker for a rare text, but many times slower for one that most have in them.
 */
function mentions(text: string): SQL | undefined {
  const people = sql`select ${participants.id} from ${participants} where ${like(participants.searchText, anywhere(text))}`;
  return or(like(donations.searchText, anywhere(text)), sql`${donations.participantId} in (${people})`);
}

/** Donations with all that a search shows of their participants. */
function searchRows(executor: Executor, condition: SQL | undefined) {
  return executor
    .select({
      ...columnsFor(donations, searchRow),
      participant_name: participants.displayName,
      participant_removed_at: participants.removedAt,
      claimed_name: participants.claimedName,
      claimed_email: participants.claimedEmail,
      is_claim_proven: participants.isClaimProven,
      participant_email: participants.email,
      participant_phone: participants.phone,
      notes: donations.notes,
    })
    .from(donations)
    .innerJoin(participants, eq(participants.id, donations.participantId))
    .where(condition)
    .$dynamic();
}

type FoundRow = Awaited<ReturnType<typeof searchRows>>[number];

const csvColumns = {
  id: (row: FoundRow) => row.id,
  status: (row: FoundRow) => donationStatus({ isConfirmed: row.is_confirmed, rejectedAt: row.rejected_at }),
  date: (row: FoundRow) => row.date,
  'donor id': (row: FoundRow) => row.student_id,
  participant: (row: FoundRow) => row.participant_name,
  email: (row: FoundRow) => row.participant_email,
  phone: (row: FoundRow) => row.participant_phone,
  weight: (row: FoundRow) => row.weight,
  'measured weight': (row: FoundRow) => row.actual_weight,
  'bin location': (row: FoundRow) => row.bin_location,
  'drop site': (row: FoundRow) => row.drop_site,
  notes: (row: FoundRow) => row.notes,
  'confirmed by': (row: FoundRow) => row.confirmed_by,
  'confirmed at': (row: FoundRow) => row.confirmed_at?.toISOString() ?? null,
  'rejected by': (row: FoundRow) => row.rejected_by,
  'rejected at': (row: FoundRow) => row.rejected_at?.toISOString() ?? null,
  'rejection reason': (row: FoundRow) => row.rejection_reason,
  photo: (row: FoundRow) => row.photo_url,
};

/** The donations that a search shows, oldest first, in batches for a file. */
async function* exportedRows(executor: Executor, condition: SQL | undefined) {
  const columns = Object.values(csvColumns);
  const batches = inBatches((afterId, most) =>
    searchRows(executor, and(condition, gt(donations.id, afterId)))
      .orderBy(asc(donations.id))
      .limit(most),
  );
  for await (const rows of batches) yield rows.map((row) => columns.map((column) => column(row)));
}
