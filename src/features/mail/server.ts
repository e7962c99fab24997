// The outbox as admins see it.
import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import { readSettings } from '#features/site/server.ts';
import { asCounted, countBounded, upToCounted } from '#server/counting.ts';
import { type Executor, together } from '#server/database.ts';
import { implement, type Site } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { instantsAsText } from '#server/instantsAsText.ts';
import { mails, participants, undeliverableAddresses } from '#server/schema.ts';
import { anywhere, like } from '#server/search.ts';
import { dayOf, startOfDay } from '#shared/dates.ts';
import type { Organization } from '#shared/organization.ts';
import type { MailStatus } from '#shared/mail.ts';
import { contract, type MailRow } from './contract.ts';
import { lastTenRefused, type Mail, sendAgain } from './serverOutbox.ts';
import { messageOf, subjectOf } from './serverMessage.ts';

export const mailFeature = implement(contract, {
  mail: async ({ database, query: { limit, offset, status, q }, site, now }) => {
    const condition = and(
      status ? eq(mails.status, status) : undefined,
      q ? like(sql`lower(${mails.recipient})`, anywhere(q)) : undefined,
    );
    const startOfMonth = startOfDay(`${dayOf(now, site.timeZone).slice(0, 7)}-01`, site.timeZone);
    const ofStatus = (which: MailStatus, since?: Date) =>
      database.$count(mails, and(eq(mails.status, which), since && gte(mails.endedAt, since)));
    const [
      { organization },
      rows,
      total,
      waiting,
      failed,
      suppressed,
      sentThisMonth,
      failedThisMonth,
      areRefused,
    ] = await Promise.all([
      readSettings(database),
      upToCounted(offset, q, () =>
        findMails(database, condition).orderBy(desc(mails.id)).limit(limit).offset(offset),
      ),
      q ? countBounded(database, mails, condition) : database.$count(mails, condition),
      ofStatus('waiting'),
      ofStatus('failed'),
      ofStatus('suppressed'),
      ofStatus('sent', startOfMonth),
      ofStatus('failed', startOfMonth),
      lastTenRefused(database),
    ]);
    return {
      ok: true as const,
      items: rows.map((row) => rowOf(site, row, organization)),
      ...asCounted(total, q),
      limit,
      offset,
      from: site.post?.from ?? null,
      lastTenRefused: areRefused,
      counts: { waiting, failed, suppressed, sentThisMonth, failedThisMonth },
    };
  },

  oneMail: async ({ database, params: { id }, site }) => {
    const { row, organization, message } = await readMail(site, database, id);
    return { ok: true as const, mail: rowOf(site, row, organization), text: message.text };
  },

  mailLook: async ({ database, params: { id }, site }) => (await readMail(site, database, id)).message.html,

  resendMail: async ({ transaction, params: { id }, site, admin, afterCommit, now }) => {
    const isSentAgain = await sendAgain(transaction, id, now);
    const [[row], { organization }] = await together(transaction, () => [
      findMails(transaction, eq(mails.id, id)),
      readSettings(transaction),
    ]);
    if (!row) throw noSuchMail();
    if (!isSentAgain) {
      throw new Refusal(
        'wrong_state',
        row.mail.kind === 'sign_in_code'
          ? 'A sign-in code is not sent again: it is made anew at the next sign-in.'
          : 'This mail waits to be sent already.',
      );
    }
    await recordAudit(transaction, now, {
      ...doneBy(admin),
      action: 'mail.sent_again',
      entityType: 'system',
      entityId: null,
      details: { mailId: id, kind: row.mail.kind },
    });
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, mail: rowOf(site, row, organization) };
  },
});

function noSuchMail(): Refusal {
  return new Refusal('not_found', 'There is no such mail.');
}

async function readMail(site: Site, executor: Executor, id: number) {
  const [{ organization }, [row]] = await Promise.all([
    readSettings(executor),
    findMails(executor, eq(mails.id, id)),
  ]);
  if (!row) throw noSuchMail();
  return { row, organization, message: messageOf(site, blotted(row.mail), organization) };
}

interface Row {
  mail: Mail;
  participantName: string | null;
  isMarked: boolean;
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

function rowOf(site: Site, { mail, participantName, isMarked }: Row, organization: Organization): MailRow {
  const { id, kind, recipient, language, participantId, status, tries, answer, answerCode } = mail;
  const { nextTryAt, endedAt, createdAt } = instantsAsText(mail);
  const subject = subjectOf(site, mail, organization);
  const row = { id, kind, subject, language, recipient, participantId, participantName, status, tries };
  const about = aboutOf(mail.content as Parameters<typeof aboutOf>[0]);
  return { ...row, nextTryAt, endedAt, answer, answerCode, about, isMarked, createdAt };
}

function aboutOf({ donationId, pickupId }: { donationId?: number; pickupId?: number }): MailRow['about'] {
  if (donationId !== undefined) return { entity: 'donation', id: donationId };
  return pickupId === undefined ? null : { entity: 'pickup request', id: pickupId };
}

/** Whoever reads the outbox reads nobody's sign-in code. */
function blotted(mail: Mail): Mail {
  return mail.kind === 'sign_in_code' ? { ...mail, content: { sealedCode: null } } : mail;
}
