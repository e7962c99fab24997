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
    preferredAt: instant.nullable(),
    scheduledAt: instant.nullable(),
    status: z.enum(pickupStatuses),
    formerStatus: z
      .enum(pickupStatuses)
      .nullable()
      .describe('Where undo leads; null if there is no step to take back'),
    statusReason: z
      .string()
      .nullable()
      .describe('Why a step was taken back, or it was cancelled after it was scheduled'),
    notes: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Pickup' });

export type PickupRow = z.infer<typeof pickupRow>;

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
});

export const setPickupStatusBody = z
  .object({
    status: choice(pickupStatuses),
    scheduledAt: optionalTime,
    notes: optionalText(lengths.pickupNotes),
  })
  .refine(({ status, scheduledAt }) => scheduledAt === undefined || status === 'scheduled', {
    path: ['scheduledAt'],
    error: 'Only a scheduled pickup has a time',
  });

export const reasonBody = z.object({ reason: requiredText('Please say why', lengths.reason) });

const ofPickup = {
  access: 'volunteer',
  changes: ['pickups'],
  params: z.object({ id: rowIdParameter }),
  response: z.object({ ok, pickup: pickupRow }),
} as const;

export const contract = {
  requestPickup: endpoint({
    method: 'POST',
    path: '/api/pickups',
    summary: 'Ask for a free pickup',
    access: 'public',
    changes: ['pickups'],
    status: 201,
    idempotent: true,
    limits: ['pickup'],
    body: requestPickupBody,
    response: z.object({
      ok,
      id: z.int(),
      message: sentence,
      note: sentence.nullable().describe('If the preferred time is one that the clocks skip'),
    }),
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
    summary: "Move a pickup request on; a scheduled one's time and notes by setting it to scheduled again",
    ...ofPickup,
    refuses: ['not_found', 'wrong_state'],
    body: setPickupStatusBody,
  }),
  undoPickup: endpoint({
    method: 'POST',
    path: '/api/admin/pickups/{id}/undo',
    summary: 'Take back the last step of a pickup request',
    ...ofPickup,
    refuses: ['not_found', 'nothing_to_undo'],
    body: reasonBody,
  }),
  cancelPickup: endpoint({
    method: 'POST',
    path: '/api/admin/pickups/{id}/cancel',
    summary: 'Cancel a scheduled pickup',
    ...ofPickup,
    refuses: ['not_found', 'wrong_state'],
    body: reasonBody,
  }),
};
