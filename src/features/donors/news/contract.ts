import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { ok } from '#shared/fields.ts';
import { news, type NewsKind } from '#shared/mail.ts';

/** Each by its name: a record over a choice would be described as one of which nothing is known. */
const everyKind = z.object(
  Object.fromEntries(news.map((name) => [name, z.boolean()])) as Record<NewsKind, z.ZodBoolean>,
);

const answer = z.object({
  ok,
  isMailOn: z.boolean().describe('Whether the site sends any mail'),
  hasAddress: z.boolean().describe('Whether an email is noted to which it goes'),
  kinds: everyKind,
});

export const contract = {
  studentNews: endpoint({
    method: 'GET',
    path: '/api/students/news',
    summary: 'Which news the signed-in donor gets by mail',
    access: 'donor',
    shows: ['participants'],
    response: answer,
  }),
  changeStudentNews: endpoint({
    method: 'POST',
    path: '/api/students/news',
    summary: 'Switch news by mail on and off; kinds that are not named stay as they are',
    access: 'donor',
    changes: ['participants'],
    body: z.object({
      kinds: z.partialRecord(z.enum(news), z.boolean({ error: 'Please say true or false' }), {
        error: `Please choose ${news.join(', ')}`,
      }),
    }),
    response: answer,
  }),
};
