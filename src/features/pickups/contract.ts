import { z } from 'zod';
import { asciiDigits } from '#shared/digits.ts';
import { lengths } from '#shared/lengths.ts';
import { endpoint } from '#shared/endpoint.ts';
import {
  sentence,
  choice,
  instant,
  ok,
  optionalChoice,
  optionalEmail,
  optionalKilograms,
  optionalText,
  requiredText,
  rowIdParameter,
} from '#shared/fields.ts';
import { paging } from '#shared/lists.ts';
import { pickupStatuses } from './rules.ts';

export const pickupRow = z
  .object({
    id: z.int(),
    name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    address: z.string(),
    items: z.string(),
    preferredAt: instant.nullable().describe('The start of the window if one was chosen'),
    windowDate: z.string().nullable().describe('The day of the chosen window, or null'),
    windowFrom: z.string().nullable().describe('`HH:MM` by the site’s clocks'),
    windowTo: z.string().nullable().describe('`HH:MM` by the site’s clocks'),
    preferredWords: z.string().nullable().describe('A preferred time in the requester’s own words'),
    scheduledAt: instant.nullable(),
    kilograms: z.number().nullable().describe('Weight when it was picked up; not part of any total'),
    status: z.enum(pickupStatuses),
    formerStatus: z
      .enum(pickupStatuses)
      .nullable()
      .describe('The status after an undo; null if there is nothing to undo'),
    statusReason: z
      .string()
      .nullable()
      .describe('Why the last step was undone, or why a scheduled pickup was cancelled'),
    notes: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Pickup' });

export type PickupRow = z.infer<typeof pickupRow>;

/** A pickup as its private link shows it: without the requester's name and contact, and without the team's notes. */
export const linkedPickup = pickupRow
  .pick({
    status: true,
    preferredAt: true,
    windowDate: true,
    windowFrom: true,
    windowTo: true,
    preferredWords: true,
    scheduledAt: true,
    address: true,
    items: true,
    createdAt: true,
  })
  .meta({ id: 'LinkedPickup' });

export type LinkedPickup = z.infer<typeof linkedPickup>;

const windowMessage = 'Please choose one of the times that are offered';

const optionalTime = z
  .union([z.literal(''), z.iso.datetime({ offset: true }), z.iso.datetime({ local: true })], {
    error: 'Please choose a date and time',
  })
  .nullish()
  .transform((text) => text || undefined)
  .describe('Without an offset it is read in the site’s time zone');

export const requestPickupBody = z.object({
  name: requiredText('Name is required', lengths.name),
  phone: optionalText(lengths.pickupPhone).transform((phone) => phone && asciiDigits(phone)),
  email: optionalEmail,
  address: requiredText('Address is required', lengths.address),
  items: requiredText('Items description is required', lengths.pickupItems),
  preferredAt: optionalTime,
  preferredWords: optionalText(lengths.pickupPreferredWords),
  window: z
    .object(
      {
        date: z.string({ error: windowMessage }).max(10, windowMessage),
        from: z.string({ error: windowMessage }).max(5, windowMessage),
      },
      { error: windowMessage },
    )
    .nullish()
    .describe('One of the offered windows; its start then is the preferred time'),
});

export const setPickupStatusBody = z
  .object({
    status: choice(pickupStatuses),
    scheduledAt: optionalTime,
    notes: optionalText(lengths.pickupNotes),
    kilograms: optionalKilograms.describe('What was picked up, with `completed`'),
  })
  .refine(({ status, kilograms }) => kilograms === undefined || status === 'completed', {
    path: ['kilograms'],
    error: 'Only a completed pickup has kilograms',
  })
  .refine(({ status, scheduledAt }) => scheduledAt === undefined || status === 'scheduled', {
    path: ['scheduledAt'],
    error: 'Only a scheduled pickup has a time',
  });

export const reasonBody = z.object({ reason: requiredText('Please say why', lengths.reason) });

const pickupAction = {
  access: 'volunteer',
  changes: ['pickups'],
  params: z.object({ id: rowIdParameter }),
  response: z.object({ ok, pickup: pickupRow }),
} as const;

const linkAccess = {
  access: 'public',
  params: z.object({ token: z.string().max(lengths.url) }),
  response: z.object({ ok, pickup: linkedPickup }),
} as const;

export const contract = {
  pickupWindows: endpoint({
    method: 'GET',
    path: '/api/pickup-windows',
    summary: 'The times of the next four weeks at which pickups are offered; none if the settings have none',
    access: 'public',
    shows: ['pickups', 'settings'],
    response: z.object({
      ok,
      windows: z.array(
        z
          .object({
            date: z.string(),
            weekday: z.int().describe('0 is Sunday, 6 is Saturday'),
            from: z.string().describe('`HH:MM` by the site’s clocks'),
            to: z.string(),
            capacity: z.int(),
            left: z.int().describe('Places left; 0 if it is full'),
          })
          .meta({ id: 'PickupWindow' }),
      ),
    }),
  }),
  requestPickup: endpoint({
    method: 'POST',
    path: '/api/pickups',
    summary: 'Ask for a free pickup',
    access: 'public',
    changes: ['pickups'],
    status: 201,
    idempotent: true,
    limits: ['pickup'],
    refuses: ['window_full'],
    body: requestPickupBody,
    response: z.object({
      ok,
      id: z.int(),
      message: sentence,
      note: sentence.nullable().describe('Not null if the clocks skip the preferred time'),
      window: z
        .object({ date: z.string(), from: z.string(), to: z.string() })
        .nullable()
        .describe('The window that the request took'),
      link: z.string().describe('A private link that shows the pickup and can cancel it'),
    }),
  }),
  pickupByLink: endpoint({
    method: 'GET',
    path: '/api/pickups/{token}',
    summary: 'A pickup by its private link',
    shows: ['pickups'],
    refuses: ['not_found'],
    ...linkAccess,
  }),
  cancelPickupByLink: endpoint({
    method: 'POST',
    path: '/api/pickups/{token}/cancel',
    summary: 'Cancel a pickup by its private link, unless it is completed; repeating it is harmless',
    changes: ['pickups'],
    limits: ['pickup'],
    refuses: ['not_found', 'wrong_state'],
    ...linkAccess,
  }),
  adminPickups: endpoint({
    method: 'GET',
    path: '/api/admin/pickups',
    summary: 'Pickup requests, newest first',
    access: 'volunteer',
    shows: ['pickups'],
    query: z.object({ ...paging, status: optionalChoice(pickupStatuses) }),
    response: z.object({
      ok,
      pickups: z.array(pickupRow),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
    }),
  }),
  setPickupStatus: endpoint({
    method: 'POST',
    path: '/api/admin/pickups/{id}/status',
    summary: "Set a pickup's status; setting a scheduled one to scheduled again changes its time or notes",
    ...pickupAction,
    refuses: ['not_found', 'wrong_state'],
    body: setPickupStatusBody,
  }),
  undoPickup: endpoint({
    method: 'POST',
    path: '/api/admin/pickups/{id}/undo',
    summary: 'Take back the last step of a pickup request',
    ...pickupAction,
    refuses: ['not_found', 'nothing_to_undo'],
    body: reasonBody,
  }),
  cancelPickup: endpoint({
    method: 'POST',
    path: '/api/admin/pickups/{id}/cancel',
    summary: 'Cancel a scheduled pickup',
    ...pickupAction,
    refuses: ['not_found', 'wrong_state'],
    body: reasonBody,
  }),
};
