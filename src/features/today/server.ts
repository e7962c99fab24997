import { findBinsToEmpty } from '#features/bins/serverBinsToEmpty.ts';
import { findPickupsOn } from '#features/pickups/server.ts';
import { implement } from '#server/http/call.ts';
import { dayOf } from '#shared/dates.ts';
import { contract } from './contract.ts';

export const todayFeature = implement(contract, {
  today: async ({ database, site: { timeZone }, now }) => {
    const today = dayOf(now, timeZone);
    const [bins, pickups] = await Promise.all([
      findBinsToEmpty(database, today, timeZone),
      findPickupsOn(database, today, timeZone),
    ]);
    return { ok: true as const, today, bins, pickups };
  },
});
