// The console's lists of donations, and the file that a search makes.
import { recordExport } from '#features/audit/server.ts';
import { asSeenBy } from '#features/participants/serverRows.ts';
import { dayOf } from '#shared/dates.ts';
import { asCounted } from '#server/counting.ts';
import { implement } from '#server/http/call.ts';
import { checkYears } from '#server/http/refusal.ts';
import { instantsAsText } from '#server/instantsAsText.ts';
import { contract, NO_PLACE } from './contract.ts';
import { confirmedPage, countFound, isFound, rejectedPage, searchPage } from './serverLists.ts';
import { csvHeader, exportedRows } from './serverSearchRows.ts';

/** What is claimed is for those who decide about it. */
const noClaim = { claimed_name: null, claimed_email: null, is_claim_proven: false };

export const listsFeature = implement(contract, {
  rejectedDonations: async ({ database, query: { limit, offset }, admin }) => {
    const [rows, total] = await rejectedPage(database, { limit, offset });
    return {
      ok: true as const,
      items: rows.map((row) => instantsAsText(asSeenBy(admin, row))),
      total,
      limit,
      offset,
    };
  },

  confirmedDonations: async ({ database, query: { limit, offset, q }, admin, now }) => {
    const [rows, total] = await confirmedPage(database, q, { limit, offset }, now);
    return {
      ok: true as const,
      items: rows.map((row) => instantsAsText(asSeenBy(admin, row))),
      ...asCounted(total, q),
      limit,
      offset,
    };
  },

  searchDonations: async ({ database, query, admin, now }) => {
    const { limit, offset, after, before, sort, ...filters } = query;
    const { from, to } = filters;
    checkYears({ from, to }, 'Please enter a valid date');
    checkYears({ after: after?.day, before: before?.day }, NO_PLACE);
    const page = { limit, offset, after, before };
    const [rows, total] = await searchPage(database, filters, sort, page, now);
    return {
      ok: true as const,
      items: rows.map((row) => instantsAsText(admin.role === 'admin' ? row : { ...row, ...noClaim })),
      ...asCounted(total, filters.q),
      limit,
      offset,
    };
  },

  exportDonations: async (call) => {
    const { database, query, site, now } = call;
    const { from, to } = query;
    checkYears({ from, to }, 'Please enter a valid date');
    const rows = await countFound(database, query);
    await recordExport(call, { action: 'donation.exported', entityType: 'donation', rows, filters: query });
    return {
      fileName: `donations-${dayOf(now, site.timeZone)}.csv`,
      header: csvHeader,
      batches: exportedRows(database, isFound(query, rows)),
    };
  },
});
