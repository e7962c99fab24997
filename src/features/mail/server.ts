import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import { readSettings } from '#server/settings.ts';
import type { Executor } from '#server/db/database.ts';
import { implement, type Site } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { mails, participants, undeliverableAddresses } from '#server/db/schema.ts';
import { anywhere, like } from '#server/db/queries.ts';
import { dayOf, monthOf, startOfDay } from '#shared/dates.ts';
import type { Organization } from '#shared/organization.ts';
import { hasCode, type MailStatus } from '#shared/mail.ts';
import { consoleOnly, type Sentence } from '#shared/sentence.ts';
import { contract, type MailRow } from './contract.ts';
import { composeMessage, composeSubject } from './serverMessage.ts';
import { lastTenUnsent, type Mail, requeueMail } from './serverOutbox.ts';
import { findRecipient } from './serverWorker.ts';

export const mailFeature = implement(contract, {
  mail: async ({ database, query: { limit, offset, status, q }, site, now }) => {
    const condition = and(
      status ? eq(mails.status, status) : undefined,
      q ? like(mails.searchText, anywhere(q)) : undefined,
    );
    const { organization } = await readSettings(database);
    const rows = await findMails(database, condition).orderBy(desc(mails.id)).limit(limit).offset(offset);
    return {
      ok: true as const,
      items: rows.map((row) => rowOf(site, row, organization)),
      total: await database.$count(mails, condition),
      limit,
      offset,
      from: site.mailer?.from ?? null,
      lastTenRefused: await lastTenUnsent(database),
      counts: await countByStatus(database, site, now),
    };
  },

  oneMail: async ({ database, params: { id }, site }) => {
    const [row] = await findMails(database, eq(mails.id, id));
    if (!row) throw mailNotFound();
    const { organization } = await readSettings(database);
    // Composed without secret values, because only its recipient may see a sign-in code.
    const { text } = composeMessage(site, row.mail, organization);
    return { ok: true as const, mail: rowOf(site, row, organization), text };
  },

  resendMail: async ({ transaction, params: { id }, site, admin, afterCommit, now }) => {
    const isQueued = await requeueMail(transaction, id, now);
    const [row] = await findMails(transaction, eq(mails.id, id));
    if (!row) throw mailNotFound();
    const { kind } = row.mail;
    if (!isQueued) throw new Refusal('wrong_state', notQueuedSentence(row.mail));
    if ((await findRecipient(transaction, row.mail)) === null) {
      throw new Refusal('wrong_state', consoleOnly('Its reader has no email here any more.'));
    }
    await recordAudit(transaction, now, {
      ...doneBy(admin),
      action: 'mail.sent_again',
      entityType: 'system',
      entityId: null,
      details: { mailId: id, kind },
    });
    afterCommit(async () => site.wakeMail());
    const { organization } = await readSettings(transaction);
    return { ok: true as const, mail: rowOf(site, row, organization) };
  },
});

function notQueuedSentence({ kind, status }: Mail): Sentence {
  if (hasCode(kind)) return consoleOnly('A code is not sent again: whoever asks for one gets a new one.');
  if (status === 'waiting') return consoleOnly('This mail is already waiting to be sent.');
  return consoleOnly('It is too late for this mail.');
}

async function countByStatus(database: Executor, { timeZone }: Site, now: Date) {
  const startOfMonth = startOfDay(monthOf(dayOf(now, timeZone)).from, timeZone);
  const countStatus = (status: MailStatus, since?: Date) =>
    database.$count(mails, and(eq(mails.status, status), since && gte(mails.endedAt, since)));
  return {
    waiting: await countStatus('waiting'),
    failed: await countStatus('failed'),
    suppressed: await countStatus('suppressed'),
    sentThisMonth: await countStatus('sent', startOfMonth),
    failedThisMonth: await countStatus('failed', startOfMonth),
  };
}

function findMails(executor: Executor, condition: SQL | undefined) {
  return executor
    .select({
      mail: mails,
      participantName: participants.displayName,
      isMarked: sql<boolean>`exists (select from ${undeliverableAddresses}
        where lower(${undeliverableAddresses.email}) = lower(${mails.recipient}))`,
    })
    .from(mails)
    .leftJoin(participants, eq(participants.id, mails.participantId))
    .where(condition);
}

type Row = Awaited<ReturnType<typeof findMails>>[number];

function mailNotFound(): Refusal {
  return new Refusal('not_found', consoleOnly('There is no such mail.'));
}

function rowOf(site: Site, { mail, participantName, isMarked }: Row, organization: Organization) {
  const subject = composeSubject(site, mail, organization);
  return { ...mail, subject, participantName, about: aboutOf(mail), isMarked };
}

function aboutOf({ content }: Mail): MailRow['about'] {
  const { donationId, pickupId } = content as { donationId?: number; pickupId?: number };
  if (donationId !== undefined) return { entity: 'donation', id: donationId };
  return pickupId === undefined ? null : { entity: 'pickup request', id: pickupId };
}
