import { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { endpoint } from '#shared/endpoint.ts';
import { ok, optionalText, requiredEmail } from '#shared/fields.ts';

const subscribeBody = z.object({
  email: requiredEmail('Please enter your email address'),
  firstName: optionalText(lengths.name),
});

export const contract = {
  subscribe: endpoint({
    method: 'POST',
    path: '/api/newsletter/subscribe',
    summary: 'Subscribe to the newsletter; a second time is a success too',
    access: 'public',
    changes: [],
    limits: ['newsletter'],
    body: subscribeBody,
    response: z.object({ ok, message: z.string() }),
  }),
};
