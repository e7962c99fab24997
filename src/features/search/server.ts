// The console's search: each feature searches its own rows.
import { eq } from 'drizzle-orm';
import { findBins } from '#features/bins/server.ts';
import { donationRows } from '#features/donations/serverRows.ts';
import { asSeenBy, findBestMatches } from '#features/donors/serverRows.ts';
import { searchCodes } from '#features/rewards/serverRows.ts';
import { implement } from '#server/http/call.ts';
import { donations } from '#server/db/schema.ts';
import { numberIn } from '#server/db/queries.ts';
import { contract } from './contract.ts';

/** The most results of each kind. A longer text finds the others. */
const MAX_RESULTS = 5;

export const searchFeature = implement(contract, {
  find: async ({ database, query: { q }, admin }) => {
    if (!q) return { ok: true as const, participants: [], codes: [], donations: [], bins: [] };
    const [participants, codes, foundDonations, bins] = await Promise.all([
      findBestMatches(database, q, MAX_RESULTS),
      admin.role === 'admin' ? searchCodes(database, q, MAX_RESULTS) : [],
      donationRows(database, eq(donations.id, numberIn(q))),
      findBins(database, q, MAX_RESULTS),
    ]);
    return {
      ok: true as const,
      participants: participants.map((participant) => asSeenBy(admin, participant)),
      codes,
      donations: foundDonations.map((row) => asSeenBy(admin, row)),
      bins,
    };
  },
});
