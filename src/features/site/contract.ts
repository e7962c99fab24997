import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok } from '#shared/fields.ts';

/** A partner store as every page may show it. */
export const storeInfo = z.object({
  id: z.int(),
  name: z.string(),
  logo: z.string().nullable(),
  link: z.string().nullable(),
});

export const contract = {
  siteInfo: endpoint({
    method: 'GET',
    path: '/api/public/site',
    summary: 'What every page needs: reward terms, the month so far, milestones and partner stores',
    access: 'public',
    shows: ['donations', 'partners'],
    response: z.object({
      ok,
      rewards: z.object({ usesPerCode: z.int(), daysValid: z.int() }),
      community: z.object({
        monthlyGoal: z.number().describe('Kilograms a month'),
        month: z.object({ kg: z.number().describe('Confirmed kilograms dated this month') }),
      }),
      milestones: z.array(z.int()).length(3).describe('Donation counts that unlock the milestone badges'),
      partners: z.array(storeInfo),
      timeZone: z.string().describe('IANA name of the zone that days and months are counted in'),
      today: z.string().describe('The calendar day by the server, whose time zone data decides'),
      tomorrowStartsAt: instant,
      utcOffsets: z
        .array(z.object({ from: instant, minutes: z.int() }))
        .describe(
          'Minutes that the clocks of the zone are ahead of UTC from each instant on, by the server; the last says where they end',
        ),
    }),
  }),
  communitySummary: endpoint({
    method: 'GET',
    path: '/api/community/summary',
    summary: 'The community goal: kilograms confirmed this month, and the goal',
    access: 'public',
    shows: ['donations'],
    response: z.object({
      ok,
      confirmedThisMonth: z.number().describe('Kilograms'),
      goal: z.number().describe('Kilograms'),
    }),
  }),
};
