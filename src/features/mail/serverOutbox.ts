// The outbox. The transaction of a change also queues the mail about it, so mail is sent only if the change commits.
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { countWithin } from '#server/http/rateLimits.ts';
import { addressNewsOff, mails, participants, students, undeliverableAddresses } from '#server/db/schema.ts';
import { randomToken } from '#server/secrets.ts';
import { addDays } from '#shared/dates.ts';
import type { Language } from '#shared/languages.ts';
import type { LimitName } from '#shared/limits.ts';
import {
  addressNews,
  type AddressNewsKind,
  codeMail,
  type DonorNewsKind,
  hasCode,
  type MailKind,
  type NewsKind,
  type PickupNewsKind,
} from '#shared/mail.ts';
import { kindOf, type MailContents, type DonorContent } from './serverKinds.ts';

export type Mail = typeof mails.$inferSelect;

export interface NewMail<Kind extends MailKind> {
  kind: Kind;
  /** A second mail with the same occasion is not queued. Left out if there may be several. */
  occasion?: string | null;
  participantId?: number | null;
  recipient: string;
  language: Language;
  content: MailContents[Kind];
  /** The mail is not sent from this time on. */
  sendBefore?: Date | undefined;
}

/** The parts of the site that are needed to queue mail. */
export type Mailing = Pick<Site, 'mailer' | 'rateLimits' | 'secrets'>;

/**
 * Queues a mail, if the site sends any.
 *
 * @returns false if the site sends no mail, or if the mailbox or the site has reached a limit.
 */
export async function queueMail<Kind extends MailKind>(
  transaction: Transaction,
  mailing: Mailing,
  mail: NewMail<Kind>,
  now: Date,
): Promise<boolean> {
  const [row] = await queueMails(transaction, mailing, [mail], now);
  return row?.status === 'waiting';
}

/**
 * Queues several mails, if the site sends any.
 *
 * @returns a row for each, even if its occasion was queued before. None if the site sends no mail.
 */
export async function queueMails(
  transaction: Transaction,
  mailing: Mailing,
  newMails: readonly NewMail<MailKind>[],
  now: Date,
) {
  const { mailer } = mailing;
  if (!mailer || newMails.length === 0) return [];
  const allowed = await countAgainstLimits(transaction, mailing, newMails, now);
  const rows = newMails.map((mail): typeof mails.$inferInsert => {
    const row = { ...mail, messageId: `<${randomToken()}@${mailer.domain}>`, createdAt: now };
    if (allowed.has(mail)) return { ...row, status: 'waiting', nextTryAt: now };
    const answer = 'Not sent: there was too much mail to this address, or from this site, within a day.';
    return { ...row, ...withoutCode(mail), status: 'suppressed', endedAt: now, answer };
  });
  await transaction.insert(mails).values(rows).onConflictDoNothing({ target: mails.occasion });
  return rows;
}

/**
 * Counts mails that strangers can cause against the limits of their mailboxes, and then of the site. The order of mailboxes
 * is always the same, so that two transactions with several mails each cannot deadlock.
 *
 * @returns the mails that are within all limits.
 */
async function countAgainstLimits(
  transaction: Transaction,
  { rateLimits, secrets }: Mailing,
  newMails: readonly NewMail<MailKind>[],
  now: Date,
): Promise<Set<NewMail<MailKind>>> {
  const allowed = new Set(newMails);
  if (!rateLimits) return allowed;
  const limited = newMails
    .filter(({ kind }) => kindOf(kind).countsAgainstLimits)
    .map((mail) => ({ mail, mailbox: secrets.hash('mailbox', mailboxOf(mail.recipient)) }))
    .toSorted((a, b) => (a.mailbox < b.mailbox ? -1 : 1));
  for (const { mail, mailbox } of limited) {
    for (const limit of hasCode(mail.kind) ? codeLimits : otherLimits) {
      if (!allowed.has(mail)) continue;
      if (!(await countWithin(transaction, limit, mailbox, now))) allowed.delete(mail);
    }
  }
  for (const { mail } of limited) {
    if (!allowed.has(mail)) continue;
    if (!(await countWithin(transaction, 'siteMailDaily', 'site', now))) allowed.delete(mail);
  }
  return allowed;
}

const codeLimits: readonly LimitName[] = ['signInMailHourly', 'signInMailDaily'];
const otherLimits: readonly LimitName[] = ['mailDaily'];

/** The mailbox behind an address: mail to `Jo+2@example.ca` arrives at `jo@example.ca`. */
function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return `${name.split('+', 1)[0]}@${domain}`;
}

interface DonorNews<Kind extends DonorNewsKind> {
  participantId: number;
  /** The ID of the donation, code or redemption. */
  about: number;
  /** Tells apart several occurrences of the same news. */
  occurrence?: number | undefined;
  content: Omit<MailContents[Kind], keyof DonorContent>;
  sendBefore?: Date | undefined;
}

function occasionOf(kind: NewsKind, about: number, occurrence = 0): string {
  return `${kind} ${about} ${occurrence}`;
}

/**
 * Queues news of one kind to each donor who has an email and wants that kind. Locks the donors' rows: a removal either has
 * finished, and the donor gets nothing, or waits and deletes the mail.
 */
export async function queueDonorNews<Kind extends DonorNewsKind>(
  transaction: Transaction,
  mailing: Mailing,
  kind: Kind,
  news: readonly DonorNews<Kind>[],
  now: Date,
): Promise<void> {
  if (!mailing.mailer || news.length === 0) return;
  const ids = news.map(({ participantId }) => participantId);
  const readers = await transaction
    .select({ id: participants.id, email: participants.email, language: participants.language, donorId })
    .from(participants)
    .where(
      and(
        inArray(participants.id, ids),
        isNull(participants.removedAt),
        sql`not ${participants.newsOff} ? ${kind}`,
      ),
    )
    .orderBy(asc(participants.id))
    .for('key share');
  const readersById = new Map(readers.map((reader) => [reader.id, reader]));
  const newMails = news.flatMap(({ participantId, about, occurrence, content, sendBefore }) => {
    const reader = readersById.get(participantId);
    if (!reader?.email) return [];
    return {
      kind,
      occasion: occasionOf(kind, about, occurrence),
      participantId,
      recipient: reader.email,
      // The language is null for a donor who never used the site.
      language: reader.language ?? 'en',
      content: { ...content, donorId: reader.donorId } as MailContents[Kind],
      sendBefore,
    };
  });
  await queueMails(transaction, mailing, newMails, now);
}

/** A donor's first student ID, or their email if they have none. */
const donorId = sql<string>`coalesce((
  select ${students.studentId} from ${students} where ${eq(students.participantId, participants.id)}
  order by ${students.id} limit 1), ${participants.email})`;

interface PickupNews<Kind extends PickupNewsKind> {
  /** The ID of the pickup request. */
  about: number;
  occurrence: number;
  recipient: string;
  language: Language;
  content: MailContents[Kind];
}

/** Queues news to the email of a pickup request, unless that kind was switched off for the email. */
export async function queuePickupNews<Kind extends PickupNewsKind>(
  transaction: Transaction,
  mailing: Mailing,
  kind: Kind,
  { about, occurrence, ...news }: PickupNews<Kind>,
  now: Date,
): Promise<void> {
  const switchedOff = await findSwitchedOffNews(transaction, news.recipient);
  if (switchedOff.includes(kind)) return;
  const occasion = occasionOf(kind, about, occurrence);
  await queueMail(transaction, mailing, { ...news, kind, occasion }, now);
}

/**
 * Deletes waiting news that is no longer true. Deletes nothing while mail is off: earlier mail is sent as it was queued, once
 * mail is on again.
 *
 * @returns how many of them nobody was sending. Others may have arrived.
 */
export async function withdrawNews(
  transaction: Transaction,
  { mailer }: Pick<Mailing, 'mailer'>,
  kinds: readonly NewsKind[],
  about: readonly number[],
): Promise<number> {
  if (!mailer) return 0;
  const occasions = kinds.flatMap((kind) => about.map((id) => `${kind} ${id} %`));
  const withdrawn = await transaction
    .delete(mails)
    .where(and(eq(mails.status, 'waiting'), sql`${mails.occasion} like any(${sql.param(occasions)}::text[])`))
    .returning({ leasedUntil: mails.leasedUntil });
  return withdrawn.filter(({ leasedUntil }) => leasedUntil === null).length;
}

export async function wasQueuedSince(
  executor: Executor,
  kind: MailKind,
  email: string,
  since: Date,
): Promise<boolean> {
  const isRecent = and(equalsEmail(mails.recipient, email), eq(mails.kind, kind), gt(mails.createdAt, since));
  return (await executor.$count(mails, isRecent)) > 0;
}

/** The kinds of news that are switched off for an email. */
export async function findSwitchedOffNews(executor: Executor, email: string): Promise<NewsKind[]> {
  const rows = await executor
    .select({ kind: addressNewsOff.kind })
    .from(addressNewsOff)
    .where(equalsEmail(addressNewsOff.email, email));
  return rows.map(({ kind }) => kind);
}

/** Switches kinds of news to an email on and off. @returns whether anything changed. */
export async function switchAddressNews(
  transaction: Transaction,
  email: string,
  kinds: Partial<Record<AddressNewsKind, boolean>>,
  now: Date,
): Promise<boolean> {
  const kindsOn = addressNews.filter((kind) => kinds[kind] === true);
  const kindsOff = addressNews.filter((kind) => kinds[kind] === false);
  const switchedOn = await transaction
    .delete(addressNewsOff)
    .where(and(equalsEmail(addressNewsOff.email, email), inArray(addressNewsOff.kind, kindsOn)))
    .returning({ id: addressNewsOff.id });
  if (kindsOff.length === 0) return switchedOn.length > 0;
  const switchedOff = await transaction
    .insert(addressNewsOff)
    .values(kindsOff.map((kind) => ({ email, kind, since: now })))
    .onConflictDoNothing()
    .returning({ id: addressNewsOff.id });
  return switchedOn.length + switchedOff.length > 0;
}

/** Whether a mail is to a participant or to one of their emails. */
export function isMailOf(participantId: number, emails: readonly string[]): SQL | undefined {
  return or(eq(mails.participantId, participantId), equalsAnyEmail(mails.recipient, emails));
}

export function isNewsOffFor(emails: readonly string[]): SQL {
  return equalsAnyEmail(addressNewsOff.email, emails);
}

export function isUndeliverableAmong(emails: readonly string[]): SQL {
  return equalsAnyEmail(undeliverableAddresses.email, emails);
}

/** Whether a column equals one of these emails, whatever their capitals. */
export function equalsAnyEmail(column: AnyPgColumn, emails: readonly string[]): SQL {
  return sql`lower(${column}) = any(${sql.param(emails.map((email) => email.toLowerCase()))}::text[])`;
}

/** Whether a column equals this email, whatever its capitals. */
export function equalsEmail(column: AnyPgColumn, email: string): SQL {
  return eq(sql`lower(${column})`, sql`lower(${email})`);
}

export async function isUndeliverable(executor: Executor, email: string): Promise<boolean> {
  return (
    (await executor.$count(undeliverableAddresses, equalsEmail(undeliverableAddresses.email, email))) > 0
  );
}

/** The columns that delete the code of a mail that was sent or given up. None for mail without a code. */
export function withoutCode({ kind }: Pick<Mail, 'kind'>): Pick<Partial<Mail>, 'content'> {
  return hasCode(kind) ? { content: { sealedCode: null } satisfies MailContents['sign_in_code'] } : {};
}

/**
 * Queues a mail that is not waiting once more, even to an undeliverable address or a reader who switched its kind off.
 * Mail with a code is not queued, because its code was deleted. Nor is mail that would be too late.
 *
 * @returns whether the mail was queued.
 */
export async function requeueMail(transaction: Transaction, id: number, now: Date): Promise<boolean> {
  const queued = await transaction
    .update(mails)
    .set({ status: 'waiting', tries: 0, nextTryAt: now, endedAt: null, passesMark: true, leasedUntil: null })
    .where(
      and(
        eq(mails.id, id),
        ne(mails.status, 'waiting'),
        notInArray(mails.kind, [...codeMail]),
        or(isNull(mails.sendBefore), gt(mails.sendBefore, now)),
      ),
    )
    .returning({ id: mails.id });
  return queued.length > 0;
}

/** After this many unsent mails in a row the mail server is the likely cause, not the addresses. */
const UNSENT_IN_A_ROW = 10;

/** Whether none of the last ten mails that were tried was sent. One that waits for its next try counts as unsent. */
export async function lastTenUnsent(executor: Executor): Promise<boolean> {
  const lastTried = await executor
    .select({ status: mails.status })
    .from(mails)
    .where(and(isNotNull(mails.answer), gt(mails.tries, 0)))
    .orderBy(desc(mails.id))
    .limit(UNSENT_IN_A_ROW);
  return lastTried.length === UNSENT_IN_A_ROW && lastTried.every(({ status }) => status !== 'sent');
}

/** Moves the mail of a participant who is merged into another. */
export async function moveMail(transaction: Transaction, fromId: number, toId: number): Promise<void> {
  await transaction.update(mails).set({ participantId: toId }).where(eq(mails.participantId, fromId));
}

/** Moves mail to a participant's address back when a merge is undone. */
export async function moveMailBack(
  transaction: Transaction,
  { fromId, toId, email }: { fromId: number; toId: number; email: string },
): Promise<void> {
  await transaction
    .update(mails)
    .set({ participantId: fromId })
    .where(and(eq(mails.participantId, toId), equalsEmail(mails.recipient, email)));
}

/** Deletes all mail to a participant and to their emails, and all other data about the emails. */
export async function eraseAddresses(
  transaction: Transaction,
  { participantId, emails }: { participantId: number; emails: readonly string[] },
): Promise<void> {
  await transaction.delete(mails).where(isMailOf(participantId, emails));
  await transaction.delete(undeliverableAddresses).where(isUndeliverableAmong(emails));
  await transaction.delete(addressNewsOff).where(isNewsOffFor(emails));
}

/** Long enough to answer questions about a mail. */
const RETENTION_DAYS = 90;

export async function deleteOldMail({ database, clock }: Pick<Site, 'database' | 'clock'>): Promise<void> {
  await database.delete(mails).where(lt(mails.endedAt, addDays(clock(), -RETENTION_DAYS)));
}
