import { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { endpoint } from '#shared/endpoint.ts';
import { ok, optionalText, optionalUrl, requiredText, rowIdParameter } from '#shared/fields.ts';

export const publicPartner = z
  .object({
    id: z.int(),
    name: z.string(),
    discount: z.string().nullable(),
    link: z.string().nullable(),
    logo: z.string().nullable(),
    address: z.string().nullable(),
    hours: z.string().nullable(),
  })
  .meta({ id: 'Partner' });

export const partnerRow = publicPartner.extend({ is_active: z.boolean() });

export type PartnerRow = z.infer<typeof partnerRow>;

const pin = z.string().describe('Eight digits, shown only once');

/** The common part of the endpoints for one partner store. */
export const partnerEndpoint = {
  access: 'admin',
  refuses: ['not_found'],
  params: z.object({ id: rowIdParameter }),
} as const;

export const createPartnerBody = z.object({
  name: requiredText('Partner name is required', lengths.name),
  discount: optionalText(lengths.discount),
  link: optionalUrl('Please enter a valid URL'),
  logo: optionalUrl('Please enter a valid logo URL'),
  address: optionalText(lengths.address),
  hours: optionalText(lengths.openingHours),
});

export const updatePartnerBody = createPartnerBody.partial();

export const contract = {
  partners: endpoint({
    method: 'GET',
    path: '/api/partners',
    summary: 'The active partner stores',
    access: 'public',
    shows: ['partners'],
    response: z.array(publicPartner),
  }),
  adminPartners: endpoint({
    method: 'GET',
    path: '/api/admin/partners',
    summary: 'Every partner store, newest last',
    access: 'admin',
    shows: ['partners'],
    response: z.object({ ok, partners: z.array(partnerRow) }),
  }),
  createPartner: endpoint({
    method: 'POST',
    path: '/api/admin/partners',
    summary: 'Add a partner store and make its PIN',
    access: 'admin',
    changes: ['partners'],
    body: createPartnerBody,
    response: z.object({ ok, partner: partnerRow, pin }),
  }),
  updatePartner: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}',
    summary: 'Update the details of a partner store; blank fields are emptied, omitted ones stay',
    changes: ['partners'],
    ...partnerEndpoint,
    body: updatePartnerBody,
    response: z.object({ ok, partner: partnerRow }),
  }),
  rotatePartnerPin: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}/rotate-pin',
    summary: 'Give a partner store a new PIN; the old one stops working at once',
    changes: ['partners'],
    ...partnerEndpoint,
    response: z.object({ ok, pin }),
  }),
  setPartnerActive: endpoint({
    method: 'POST',
    path: '/api/admin/partners/{id}/set-active',
    summary: 'Allow or stop redeeming at a partner store',
    changes: ['partners'],
    ...partnerEndpoint,
    body: z.object({ active: z.boolean({ error: 'Please say whether the partner is active' }) }),
    response: z.object({ ok, partner: partnerRow }),
  }),
};
