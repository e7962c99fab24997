import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { choice, ok } from '#shared/fields.ts';
import { news } from '#shared/mail.ts';

const kind = choice(news);

const answer = z.object({
  ok,
  isMailOn: z.boolean().describe('Whether the site sends any mail'),
  hasAddress: z.boolean().describe('Whether an email is noted to which it goes'),
  kinds: z.record(kind, z.boolean()),
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
      kinds: z.partialRecord(kind, z.boolean({ error: 'Please say true or false' }), {
        error: `Please choose ${news.join(', ')}`,
      }),
    }),
    response: answer,
  }),
};
