import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, optionalChoice, rowIdParameter } from '#shared/fields.ts';
import { languages } from '#shared/languages.ts';
import { pageOf, paging, searchText } from '#shared/lists.ts';
import { mailKinds, mailStatuses } from '#shared/mail.ts';

const mailRow = z
  .object({
    id: z.int(),
    kind: z.enum(mailKinds),
    subject: z.string().describe('As it is sent'),
    language: z.enum(languages).describe('In which it is written'),
    recipient: z.string(),
    participantId: z.int().nullable(),
    participantName: z.string().nullable(),
    status: z.enum(mailStatuses),
    tries: z.int(),
    nextTryAt: instant.nullable().describe('While it waits'),
    endedAt: instant.nullable().describe('When it was sent, or given up'),
    answer: z.string().nullable().describe('The mail server’s last answer, or why the mail was not sent'),
    answerCode: z.int().nullable(),
    about: z
      .object({ entity: z.enum(['donation', 'pickup request']), id: z.int() })
      .nullable()
      .describe('The donation or pickup request that it is about; null for other mail'),
    isMarked: z.boolean().describe('Its address was refused for good, and nothing went there since'),
    createdAt: instant,
  })
  .meta({ id: 'Mail' });

export type MailRow = z.infer<typeof mailRow>;

const params = z.object({ id: rowIdParameter });

export const contract = {
  mail: endpoint({
    method: 'GET',
    path: '/api/admin/mail',
    summary: 'What the site mails: what waits, what went, what failed and why, newest first',
    access: 'admin',
    shows: ['mail', 'participants', 'settings'],
    query: z.object({
      ...paging,
      status: optionalChoice(mailStatuses),
      q: searchText.describe('Part of the address'),
    }),
    response: pageOf(mailRow).extend({
      from: z.string().nullable().describe('The sender; null where the site sends no mail'),
      lastTenRefused: z.boolean().describe('None of the last ten mails that were tried was sent'),
      counts: z.object({
        waiting: z.int(),
        failed: z.int(),
        suppressed: z.int(),
        sentThisMonth: z.int(),
        failedThisMonth: z.int(),
      }),
    }),
  }),
  oneMail: endpoint({
    method: 'GET',
    path: '/api/admin/mail/{id}',
    summary: 'One mail as its recipient reads it, but with a sign-in code hidden',
    access: 'admin',
    shows: ['mail', 'participants', 'settings'],
    refuses: ['not_found'],
    params,
    response: z.object({ ok, mail: mailRow, text: z.string() }),
  }),
  resendMail: endpoint({
    method: 'POST',
    path: '/api/admin/mail/{id}/resend',
    summary: 'Send a mail once more, even to an address that is marked as refused',
    access: 'admin',
    changes: ['mail'],
    refuses: ['not_found', 'wrong_state'],
    params,
    response: z.object({ ok, mail: mailRow }),
  }),
};
