// Pending donations one by one, for whoever decides a pile of them.
import { asSeenBy } from '#features/donors/serverRows.ts';
import { isPending } from '#features/donations/serverRows.ts';
import { dayOf, yearOf } from '#shared/dates.ts';
import { implement } from '#server/http/call.ts';
import { donations } from '#server/db/schema.ts';
import { contract } from './contract.ts';
import { pendingWithOthers } from './serverPending.ts';

export const processingFeature = implement(contract, {
  pendingDonations: async ({ database, query: { limit, skipped = [] }, site: { timeZone }, admin, now }) => {
    const yearFrom = `${yearOf(dayOf(now, timeZone))}-01-01`;
    const [total, pending] = await Promise.all([
      database.$count(donations, isPending),
      pendingWithOthers(database, { limit, skipped, yearFrom }),
    ]);
    const items = pending.map(({ donation, ...item }) => ({ donation: asSeenBy(admin, donation), ...item }));
    // Two statements may see two moments: a page that is not full holds all there is.
    return { ok: true as const, total: items.length < limit ? items.length : total, items };
  },
});
