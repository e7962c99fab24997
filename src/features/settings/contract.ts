import { z } from 'zod';
import { endpoint, type EndpointResponse } from '#shared/endpoint.ts';
import { day, instant, ok, optionalLine, requiredEmail, requiredLine, yesOrNo } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import type { Organization } from '#shared/organization.ts';

/** A whole number within bounds. Every error has the same message. */
function wholeNumber(from: number, to: number, error: string) {
  return z.int({ error }).min(from, error).max(to, error);
}

const goalMessage = 'Please give a goal above 0 and up to 1,000,000 kg, with at most one decimal';
const milestonesMessage = 'Please give three whole numbers up to 10,000, each higher than the one before';
const networkMessage = 'Please give an address such as 203.0.113.7, or a network such as 203.0.113.0/24';
const windowsMessage = 'Please give the pickup windows as a list';
const timeMessage = 'Please give a time such as 13:00';

const monthlyGoal = z
  .number({ error: goalMessage })
  .gt(0, goalMessage)
  .max(1_000_000, goalMessage)
  .refine((kilograms) => Math.round(kilograms * 10) / 10 === kilograms, goalMessage)
  .describe('Kilograms a month');

const milestones = z
  .array(wholeNumber(1, 10_000, milestonesMessage), { error: milestonesMessage })
  .length(3, milestonesMessage)
  .refine(
    (counts) => counts.every((count, index) => index === 0 || count > (counts[index - 1] ?? 0)),
    milestonesMessage,
  );

/** Line breaks become spaces, because the page breaks the lines. */
const onOneLine = (text: unknown) => (typeof text === 'string' ? text.replaceAll(/\s+/g, ' ') : text);

const lineOrNull = (most: number) => optionalLine(most).transform((text) => text ?? null);

const organization = z.object(
  {
    name: requiredLine('The organisation needs a name', lengths.organizationName),
    email: requiredEmail('Please give an address that people can write to'),
    phone: lineOrNull(lengths.phone).describe('Null for none'),
    addressLines: z
      .array(requiredLine('Please leave no line of the address empty', lengths.addressLine), {
        error: 'Please give the address line by line',
      })
      .min(1, 'Please give the address')
      .max(4, 'Please use at most 4 lines'),
    hours: z
      .array(
        z.object(
          {
            days: requiredLine('Please say on which days', lengths.hours),
            time: requiredLine('Please say from when to when', lengths.hours),
          },
          { error: 'Please give days and time' },
        ),
        { error: 'Please give the hours as a list' },
      )
      .max(7, 'Please use at most 7 lines'),
    testimonials: z
      .array(
        z.object(
          {
            words: z.preprocess(onOneLine, requiredLine('Please write what was said', lengths.testimonial)),
            from: requiredLine('Please say who said it', lengths.name),
            example: yesOrNo.optional().describe('Nobody said it: the page marks it as an example'),
          },
          { error: 'Please give the words and who said them' },
        ),
        { error: 'Please give the testimonials as a list' },
      )
      .max(6, 'Please show at most 6'),
  },
  { error: 'Please give the organisation whole' },
) satisfies z.ZodType<Organization>;

const donorId = z.object(
  {
    hint: lineOrNull(lengths.donorIdHint).describe('Shown under the field of a donor ID; null for none'),
    digits: wholeNumber(2, 20, 'Please give 2 to 20 digits, or nothing where they differ')
      .nullable()
      .describe(
        'How many digits a student number has. If set, spaces and hyphens are dropped, and the form asks once about another length',
      ),
  },
  { error: 'Please give the hint and the digits' },
);

const networkSchemas = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];

const networks = z
  .array(
    z.object(
      {
        network: z
          .string({ error: networkMessage })
          .trim()
          .refine((text) => networkSchemas.some((schema) => schema.safeParse(text).success), networkMessage)
          .describe('An IPv4 or IPv6 address, or a network in CIDR notation'),
        factor: wholeNumber(2, 100, 'Please give a whole number from 2 to 100').describe(
          'By which factor the limits per address are larger there',
        ),
      },
      { error: 'Please give the network and the factor' },
    ),
    { error: 'Please give the networks as a list' },
  )
  .max(20, 'Please use at most 20 networks')
  .describe('Networks that many people share, such as a school’s');

const clockTime = z
  .string({ error: timeMessage })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, timeMessage)
  .describe('`HH:MM` in the site’s time zone');

const pickupWindows = z
  .array(
    z
      .object(
        {
          weekday: wholeNumber(0, 6, 'Please choose a day of the week').describe(
            '0 is Sunday, 6 is Saturday',
          ),
          from: clockTime,
          to: clockTime,
          capacity: wholeNumber(1, 50, 'A window takes 1 to 50 pickups').describe(
            'The most pickups in this window',
          ),
        },
        { error: windowsMessage },
      )
      .refine(({ from, to }) => from < to, {
        path: ['to'],
        error: 'Please give a time after the one it begins at',
      }),
    { error: windowsMessage },
  )
  .max(50, 'Please use at most 50 windows')
  .superRefine((windows, context) => {
    windows.forEach(({ weekday, from }, index) => {
      const firstIndex = windows.findIndex((window) => window.weekday === weekday && window.from === from);
      if (firstIndex === index) return;
      context.addIssue({
        code: 'custom',
        path: [index, 'from'],
        message: 'Another window of this day begins then',
      });
    });
  })
  .describe('The weekly times for pickups; if empty, people write when it suits them');

const pickupClosed = z
  .array(day, { error: 'Please give the closed days as a list' })
  .max(200, 'Please use at most 200 closed days')
  .describe('Days without pickup windows');

const retentionMonths = wholeNumber(
  1,
  600,
  'Please give 1 to 600 months, or nothing to keep it for ever',
).nullable();

const retention = z.object(
  {
    auditMonths: retentionMonths.describe('Months that the audit log is stored; null for ever'),
    pickupMonths: retentionMonths.describe('Months that pickup requests are stored; null for ever'),
    signInMonths: retentionMonths.describe(
      'Months that donors’ sign-ins and the details typed at them are stored; null for ever',
    ),
  },
  { error: 'Please give the months of each kind' },
);

export const settings = z
  .object({
    usesPerCode: wholeNumber(1, 10, 'A code has 1 to 10 uses'),
    daysValid: wholeNumber(1, 365, 'A code is valid for 1 to 365 days'),
    monthlyGoal,
    milestones,
    term: requiredLine('Please name the term', lengths.term),
    organization,
    isRegisteredNonprofit: yesOrNo,
    isSecondFactorRequired: yesOrNo,
    donorId,
    maxLoggedPerDay: wholeNumber(1, 1000, 'Please give 1 to 1,000 donations, or nothing for as many as come')
      .nullable()
      .describe('How many donations may be logged under one donor ID in a day; null for no limit'),
    maxDaysBack: wholeNumber(0, 3650, 'Please give 0 to 3,650 days, or nothing for any date')
      .nullable()
      .describe('How many days before today a donor may date a donation; null for any date'),
    networks,
    pickupWindows,
    pickupClosed,
    retention,
  })
  .meta({ id: 'Settings' });

export type Settings = z.infer<typeof settings>;

/** Any part of the settings. Omitted parts stay as they are. */
const settingsChange = settings.exactPartial().extend({
  donorId: donorId.exactPartial().exactOptional(),
  retention: retention.exactPartial().exactOptional(),
  updatedAt: z.iso
    .datetime({ offset: true, error: 'Please give the time of the last change as it was given' })
    .nullish()
    .describe('The `updatedAt` that the caller read; if omitted, newer changes may be overwritten'),
});

const settingsAnswer = {
  ok,
  settings,
  updatedAt: instant.nullable().describe('Null if they never changed'),
  updatedBy: z.string().nullable(),
};

/** The public part of a partner store. */
export const storeInfo = z
  .object({
    id: z.int(),
    name: z.string(),
    logo: z.string().nullable(),
    link: z.string().nullable(),
  })
  .meta({ id: 'Store' });

const publicOrganization = z
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

const weighedShare = z
  .number()
  .nullable()
  .describe('The share of these kilograms that was weighed, 0 to 1; null without donations');

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
        month: z.object({
          kg: z.number().describe('Confirmed kilograms dated this month'),
          weighedShare,
        }),
      }),
      milestones: z.array(z.int()).length(3).describe('Donation counts that unlock the milestone badges'),
      organization: publicOrganization,
      isRegisteredNonprofit: z.boolean(),
      hasPickupWindows: z.boolean().describe('Whether people choose a pickup from offered times'),
      donorId: z.object({
        hint: z.string().nullable().describe('Shown under the field of a donor ID'),
        digits: z.int().nullable().describe('How many digits a student number has; null if unknown'),
      }),
      maxDaysBack: z
        .int()
        .nullable()
        .describe('How many days before today a donor may date a donation; null for any date'),
      sendsMail: z.boolean().describe('Whether donors sign in by a mailed code'),
      partners: z.array(storeInfo),
      timeZone: z.string().describe('IANA name of the zone in which days and months are counted'),
      today: z.string().describe('The calendar day by the server’s time zone data, not the browser’s'),
      tomorrowStartsAt: instant,
      utcOffsets: z
        .array(z.object({ from: instant, minutes: z.int() }))
        .describe('Minutes that the zone is ahead of UTC from each instant on; the last entry marks the end'),
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
      weighedShare,
      goal: z.number().describe('Kilograms'),
    }),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'What the organisation decides: rules, goal, its own details, how long data is stored',
    access: 'admin',
    shows: ['settings'],
    response: z.object(settingsAnswer),
  }),
  changeSettings: endpoint({
    method: 'POST',
    path: '/api/admin/settings',
    summary: 'Change any part of the settings; issued codes keep their terms',
    access: 'admin',
    changes: ['participants', 'settings'],
    refuses: ['settings_changed'],
    body: settingsChange,
    response: z.object(settingsAnswer),
  }),
};

export type SiteResponse = EndpointResponse<typeof contract.siteInfo>;

/** The site info that a page is rendered with. It omits the day and the UTC offsets, which change. */
export type SiteInfo = Omit<SiteResponse, 'ok' | 'utcOffsets' | 'today' | 'tomorrowStartsAt'>;
