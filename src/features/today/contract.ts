import { z } from 'zod';
import { binRow, binVisit } from '#features/bins/contract.ts';
import { pickupRow } from '#features/pickups/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { ok } from '#shared/fields.ts';

/** A bin that is full or overdue, or was emptied today. */
const todayBin = binRow
  .extend({
    days_over: z.int().nullable().describe('Days past its target; null if it is not overdue'),
    logged: z.int().describe('Donations logged for it since it was last emptied'),
    visit: binVisit.nullable().describe('The last visit of today'),
  })
  .meta({ id: 'TodayBin' });

export type TodayBin = z.infer<typeof todayBin>;

export const contract = {
  today: endpoint({
    method: 'GET',
    path: '/api/admin/today',
    summary: 'The bins that are full, overdue or emptied today, and the pickups of today by their time',
    access: 'volunteer',
    shows: ['bins', 'donations', 'pickups'],
    response: z.object({
      ok,
      today: z.string(),
      bins: z.array(todayBin).describe('Full ones first, then the longest overdue'),
      pickups: z
        .array(pickupRow)
        .describe('Scheduled for today or earlier and still open, or for today and completed'),
    }),
  }),
};
