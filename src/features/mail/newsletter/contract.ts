import { z } from 'zod';
import { csvFile, pageOf, paging, searchText } from '#shared/lists.ts';
import { lengths } from '#shared/lengths.ts';
import { endpoint } from '#shared/endpoint.ts';
import { sentence, instant, ok, optionalChoice, optionalText, requiredEmail } from '#shared/fields.ts';

const subscribeBody = z.object({
  email: requiredEmail('Please enter your email address'),
  firstName: optionalText(lengths.name),
});

/** A `waiting` subscriber has not confirmed, which matters only while the site sends mail. */
export const subscriberStatuses = ['confirmed', 'waiting', 'unsubscribed'] as const;

/** No export is of `waiting` alone, because listmonk would write to people who have not confirmed. */
const exportedStatuses = ['confirmed', 'unsubscribed'] as const;

const filters = { status: optionalChoice(subscriberStatuses), q: searchText };

const subscriber = z
  .object({
    id: z.int(),
    email: z.string(),
    firstName: z.string().nullable(),
    status: z.enum(subscriberStatuses),
    consentText: z.string().nullable().describe('What they agreed to, in the words that the page showed'),
    source: z.string().nullable().describe('The page that they subscribed on'),
    address: z.string().nullable().describe('The network address that they subscribed from'),
    createdAt: instant,
    confirmedAt: instant.nullable(),
    unsubscribedAt: instant.nullable(),
  })
  .meta({ id: 'Subscriber' });

export type SubscriberStatus = (typeof subscriberStatuses)[number];
export type SubscriberRow = z.infer<typeof subscriber>;

export const contract = {
  subscribe: endpoint({
    method: 'POST',
    path: '/api/newsletter/subscribe',
    summary: 'Subscribe to the newsletter; a second time is a success too',
    access: 'public',
    changes: ['newsletter'],
    limits: ['newsletter'],
    body: subscribeBody,
    response: z.object({ ok, message: sentence }),
  }),
  subscribers: endpoint({
    method: 'GET',
    path: '/api/admin/newsletter',
    summary: 'Who subscribed to the newsletter, newest first',
    access: 'admin',
    shows: ['newsletter'],
    query: z.object({ ...paging, ...filters }),
    response: pageOf(subscriber).extend({
      isMailOn: z.boolean().describe('Whether the site sends mail, so that only confirmed subscribers count'),
    }),
  }),
  exportSubscribers: endpoint({
    method: 'GET',
    path: '/api/admin/newsletter/export.csv',
    summary: 'Subscribers as listmonk imports them; without a status those that count',
    access: 'admin',
    shows: ['newsletter'],
    query: z.object({ ...csvFile, ...filters, status: optionalChoice(exportedStatuses) }),
    response: z.string(),
    format: 'csv',
  }),
};
