// The console's lists of donations, and the file that a search makes.
import { dayOf } from '#shared/dates.ts';
import { implement } from '#server/http/call.ts';
import { checkYears } from '#server/http/refusal.ts';
import { instantsAsText } from '#server/instantsAsText.ts';
import { contract } from './contract.ts';
import { confirmedPage, isFound, rejectedPage, searchPage } from './serverLists.ts';
import { csvHeader, exportedRows } from './serverSearchRows.ts';

export const listsFeature = implement(contract, {
  rejectedDonations: async ({ database, query: { limit, offset } }) => {
    const [rows, total] = await rejectedPage(database, { limit, offset });
    return { ok: true as const, items: rows.map(instantsAsText), total, limit, offset };
  },

  confirmedDonations: async ({ database, query: { limit, offset, q } }) => {
    const [rows, total] = await confirmedPage(database, q, { limit, offset });
    return { ok: true as const, items: rows.map(instantsAsText), total, limit, offset };
  },

  searchDonations: async ({ database, query: { limit, offset, sort, ...filters } }) => {
    const { from, to } = filters;
    checkYears({ from, to }, 'Please enter a valid date');
    const [rows, total] = await searchPage(database, filters, sort, { limit, offset });
    return { ok: true as const, items: rows.map(instantsAsText), total, limit, offset };
  },

  exportDonations: async ({ database, query, site: { timeZone }, now }) => {
    const { from, to } = query;
    checkYears({ from, to }, 'Please enter a valid date');
    return {
      fileName: `donations-${dayOf(now, timeZone)}.csv`,
      header: csvHeader,
      batches: exportedRows(database, isFound(query)),
    };
  },
});
