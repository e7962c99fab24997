import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok } from '#shared/fields.ts';
import type { Organization } from '#shared/organization.ts';

/** A partner store as every page may show it. */
export const storeInfo = z
  .object({
    id: z.int(),
    name: z.string(),
    logo: z.string().nullable(),
    link: z.string().nullable(),
  })
  .meta({ id: 'Store' });

const organization = z
  .object({
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    addressLines: z.array(z.string()),
    hours: z.array(z.object({ days: z.string(), time: z.string() })),
    testimonials: z.array(
      z.object({
        words: z.string(),
        from: z.string(),
        example: z.boolean().optional().describe('Nobody said it: the page marks it as an example'),
      }),
    ),
  })
  .meta({ id: 'Organization' }) satisfies z.ZodType<Organization>;

export const contract = {
  siteInfo: endpoint({
    method: 'GET',
    path: '/api/public/site',
    summary: 'What every page needs: who runs the site, its terms, the month so far and partner stores',
    access: 'public',
    shows: ['donations', 'partners', 'settings'],
    response: z.object({
      ok,
      rewards: z.object({ usesPerCode: z.int(), daysValid: z.int() }),
      community: z.object({
        monthlyGoal: z.number().describe('Kilograms a month'),
        month: z.object({ kg: z.number().describe('Confirmed kilograms dated this month') }),
      }),
      milestones: z.array(z.int()).length(3).describe('Donation counts that unlock the milestone badges'),
      organization,
      isRegisteredNonprofit: z.boolean(),
      sendsMail: z.boolean().describe('Whether donors sign in by a mailed code'),
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
    shows: ['donations', 'settings'],
    response: z.object({
      ok,
      confirmedThisMonth: z.number().describe('Kilograms'),
      goal: z.number().describe('Kilograms'),
    }),
  }),
};
