// The outbox: a mail is queued in the transaction of what it reports, so that it is sent only if that was committed.
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
  /** Unique: a second mail of the same occasion is not queued. Left out if there may be several. */
  occasion?: string | null;
  participantId?: number | null;
  recipient: string;
  language: Language;
  content: MailContents[Kind];
  /** Not sent after this. */
  sendBefore?: Date | undefined;
}

export type Mailing = Pick<Site, 'mailer' | 'rateLimits' | 'secrets'>;

/**
 * Queues a mail, if the site sends any.
 *
 * @returns whether it waits to be sent. It does not if its mailbox or the site has reached a limit.
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

/** Queues several mails, if the site sends any. @returns the rows. */
export async function queueMails(
  transaction: Transaction,
  mailing: Mailing,
  letters: readonly NewMail<MailKind>[],
  now: Date,
) {
  const { mailer } = mailing;
  if (!mailer || letters.length === 0) return [];
  const within = await countWithinLimits(transaction, mailing, letters, now);
  const rows = letters.map((letter): typeof mails.$inferInsert => {
    const row = { ...letter, messageId: `<${randomToken()}@${mailer.domain}>`, createdAt: now };
    if (within.has(letter)) return { ...row, status: 'waiting', nextTryAt: now };
    const answer = 'Not sent: there was too much mail to this address, or from this site, within a day.';
    return { ...row, ...withoutCode(letter), status: 'suppressed', endedAt: now, answer };
  });
  await transaction.insert(mails).values(rows).onConflictDoNothing({ target: mails.occasion });
  return rows;
}

/**
 * Counts mails that strangers can cause against the limits of their mailboxes, then of the site. Always in this order:
 * otherwise two transactions with several mails each could wait for each other.
 *
 * @returns the mails that are within all limits.
 */
async function countWithinLimits<Letter extends NewMail<MailKind>>(
  transaction: Transaction,
  { rateLimits, secrets }: Mailing,
  letters: readonly Letter[],
  now: Date,
): Promise<Set<Letter>> {
  const within = new Set(letters);
  if (!rateLimits) return within;
  const bounded = letters
    .filter(({ kind }) => kindOf(kind).isBounded)
    .map((letter) => ({ letter, mailbox: secrets.hash('mailbox', mailboxOf(letter.recipient)) }))
    .toSorted((one, other) => (one.mailbox < other.mailbox ? -1 : 1));
  for (const { letter, mailbox } of bounded) {
    for (const limit of hasCode(letter.kind) ? codeLimits : newsLimits) {
      if (!within.has(letter)) continue;
      if (!(await countWithin(transaction, limit, mailbox, now))) within.delete(letter);
    }
  }
  for (const { letter } of bounded) {
    if (!within.has(letter)) continue;
    if (!(await countWithin(transaction, 'siteMailDaily', 'site', now))) within.delete(letter);
  }
  return within;
}

const codeLimits: readonly LimitName[] = ['signInMailHourly', 'signInMailDaily'];
const newsLimits: readonly LimitName[] = ['mailDaily'];

/** Mail to `Jo+2@example.ca` arrives at `jo@example.ca`. */
function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return `${name.split('+', 1)[0]}@${domain}`;
}

interface DonorNews<Kind extends DonorNewsKind> {
  participantId: number;
  /** The ID of the donation, code or redemption. */
  about: number;
  /** Which time this is, if the same can happen to it more than once. */
  time?: number | undefined;
  content: Omit<MailContents[Kind], keyof DonorContent>;
  sendBefore?: Date | undefined;
}

function occasionOf(kind: NewsKind, about: number, time = 0): string {
  return `${kind} ${about} ${time}`;
}

/**
 * Queues news of one kind to each donor who has an email and wants that kind. The rows are locked: a removal either comes
 * before, and the donor gets nothing, or waits.
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
  const letters = news.flatMap(({ participantId, about, time, content, sendBefore }) => {
    const reader = readersById.get(participantId);
    if (!reader?.email) return [];
    return {
      kind,
      occasion: occasionOf(kind, about, time),
      participantId,
      recipient: reader.email,
      // Null for a donor who never used the site.
      language: reader.language ?? 'en',
      content: { ...content, donorId: reader.donorId } as MailContents[Kind],
      sendBefore,
    };
  });
  await queueMails(transaction, mailing, letters, now);
}

/** The first ID of a donor, or the email that signs in one without. */
const donorId = sql<string>`coalesce((
  select ${students.studentId} from ${students} where ${eq(students.participantId, participants.id)}
  order by ${students.id} limit 1), ${participants.email})`;

interface AddressNews<Kind extends PickupNewsKind> extends Pick<DonorNews<DonorNewsKind>, 'about' | 'time'> {
  recipient: string;
  language: Language;
  content: MailContents[Kind];
}

/** Queues news to the address of a pickup request, unless it has switched that kind off. */
export async function queueAddressNews<Kind extends PickupNewsKind>(
  transaction: Transaction,
  mailing: Mailing,
  kind: Kind,
  { about, time, ...news }: AddressNews<Kind>,
  now: Date,
): Promise<void> {
  const off = await addressNewsOf(transaction, news.recipient);
  if (off.includes(kind)) return;
  const occasion = occasionOf(kind, about, time);
  await queueMail(transaction, mailing, { ...news, kind, occasion }, now);
}

/**
 * Deletes waiting news that is no longer true. While mail is off nothing is deleted: mail from before is sent as it was
 * queued, once mail is on again.
 *
 * @returns how many were deleted.
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
    .returning({ id: mails.id });
  return withdrawn.length;
}

export async function wasQueuedSince(
  executor: Executor,
  kind: MailKind,
  email: string,
  since: Date,
): Promise<boolean> {
  const isRecent = and(isAddress(mails.recipient, email), eq(mails.kind, kind), gt(mails.createdAt, since));
  return (await executor.$count(mails, isRecent)) > 0;
}

/** The kinds of news that an address has switched off. */
export async function addressNewsOf(executor: Executor, email: string): Promise<NewsKind[]> {
  const rows = await executor
    .select({ kind: addressNewsOff.kind })
    .from(addressNewsOff)
    .where(isAddress(addressNewsOff.email, email));
  return rows.map(({ kind }) => kind);
}

/** Switches news to an address on and off. Returns whether anything changed. */
export async function switchAddressNews(
  transaction: Transaction,
  email: string,
  kinds: Partial<Record<AddressNewsKind, boolean>>,
  now: Date,
): Promise<boolean> {
  const on = addressNews.filter((kind) => kinds[kind] === true);
  const off = addressNews.filter((kind) => kinds[kind] === false);
  const switchedOn = await transaction
    .delete(addressNewsOff)
    .where(and(isAddress(addressNewsOff.email, email), inArray(addressNewsOff.kind, on)))
    .returning({ id: addressNewsOff.id });
  if (off.length === 0) return switchedOn.length > 0;
  const switchedOff = await transaction
    .insert(addressNewsOff)
    .values(off.map((kind) => ({ email, kind, since: now })))
    .onConflictDoNothing()
    .returning({ id: addressNewsOff.id });
  return switchedOn.length + switchedOff.length > 0;
}

/** Mail of a participant, or to one of their addresses. */
export function isMailOf(participantId: number, emails: readonly string[]): SQL | undefined {
  return or(eq(mails.participantId, participantId), isAmong(mails.recipient, emails));
}

export function isNewsOffOf(emails: readonly string[]): SQL {
  return isAmong(addressNewsOff.email, emails);
}

export function isRefused(emails: readonly string[]): SQL {
  return isAmong(undeliverableAddresses.email, emails);
}

/** Whether a column has one of these addresses, in any case of letters. */
export function isAmong(column: AnyPgColumn, emails: readonly string[]): SQL {
  return sql`lower(${column}) = any(${sql.param(emails.map((email) => email.toLowerCase()))}::text[])`;
}

/** Whether a column has this address, in any case of letters. */
export function isAddress(column: AnyPgColumn, email: string): SQL {
  return eq(sql`lower(${column})`, sql`lower(${email})`);
}

export async function isUndeliverable(executor: Executor, email: string): Promise<boolean> {
  return (await executor.$count(undeliverableAddresses, isAddress(undeliverableAddresses.email, email))) > 0;
}

/** What changes in the content of a mail that has ended: a code is deleted. */
export function withoutCode({ kind }: Pick<Mail, 'kind'>): Pick<Partial<Mail>, 'content'> {
  return hasCode(kind) ? { content: { sealedCode: null } satisfies MailContents['sign_in_code'] } : {};
}

/**
 * Queues an ended mail once more, even to an undeliverable address. A mail with a code is not, because the code is
 * deleted by then.
 *
 * @returns whether the mail could be queued.
 */
export async function sendAgain(transaction: Transaction, id: number, now: Date): Promise<boolean> {
  const queued = await transaction
    .update(mails)
    .set({ status: 'waiting', tries: 0, nextTryAt: now, endedAt: null, passesMark: true, leasedUntil: null })
    .where(and(eq(mails.id, id), ne(mails.status, 'waiting'), notInArray(mails.kind, [...codeMail])))
    .returning({ id: mails.id });
  return queued.length > 0;
}

/** After so many refusals in a row the mail server is the likely cause, not the addresses. */
const REFUSED_IN_A_ROW = 10;

/** Whether the mail server seems to refuse all mail. */
export async function lastTenRefused(executor: Executor): Promise<boolean> {
  const tried = await executor
    .select({ status: mails.status })
    .from(mails)
    .where(and(isNotNull(mails.answer), gt(mails.tries, 0)))
    .orderBy(desc(mails.id))
    .limit(REFUSED_IN_A_ROW);
  return tried.length === REFUSED_IN_A_ROW && tried.every(({ status }) => status !== 'sent');
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
    .where(and(eq(mails.participantId, toId), isAddress(mails.recipient, email)));
}

/** Deletes the mail of a participant and to their addresses, sent or not, and what is stored about the addresses. */
export async function eraseAddresses(
  transaction: Transaction,
  { participantId, emails }: { participantId: number; emails: readonly string[] },
): Promise<void> {
  await transaction.delete(mails).where(isMailOf(participantId, emails));
  await transaction.delete(undeliverableAddresses).where(isRefused(emails));
  await transaction.delete(addressNewsOff).where(isNewsOffOf(emails));
}

/** Long enough to answer questions about a mail. */
const RETENTION_DAYS = 90;

export async function deleteOldMail({ database, clock }: Pick<Site, 'database' | 'clock'>): Promise<void> {
  await database.delete(mails).where(lt(mails.endedAt, addDays(clock(), -RETENTION_DAYS)));
}
