// The outbox: a mail is written in the transaction of what it reports, so that it goes out if that happened and only then.
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
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Database, type Executor, inTransaction, type Transaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { countWithin } from '#server/http/rateLimits.ts';
import type { Outcome } from '#server/mailer.ts';
import { addressNewsOff, mails, participants, students, undeliverableAddresses } from '#server/db/schema.ts';
import { randomToken } from '#server/secrets.ts';
import { addDays, addSeconds } from '#shared/dates.ts';
import type { Language } from '#shared/languages.ts';
import type { LimitName } from '#shared/limits.ts';
import {
  awaitedMail,
  donorNews,
  type DonorNewsKind,
  type MailKind,
  type NewsKind,
  pickupNews,
  type PickupNewsKind,
} from '#shared/mail.ts';
import { kindOf, type MailContents, type OfDonor } from './serverKinds.ts';

export type Mail = typeof mails.$inferSelect;

/** A mail to write. */
export interface NewMail<Kind extends MailKind> {
  kind: Kind;
  /** What it reports: a second mail of the same occasion is not written. Null if there may be several. */
  occasion: string | null;
  /** Whose it is, if anybody's. */
  participantId: number | null;
  recipient: string;
  /** Its reader's. */
  language: Language;
  content: MailContents[Kind];
  /** After this it is not sent any more. */
  sendBefore?: Date | undefined;
}

/** What the outbox needs of a site. */
export type Mailing = Pick<Site, 'post' | 'rateLimits' | 'secrets'>;

/**
 * Writes a mail, if the site sends any.
 *
 * @returns whether it waits to be sent: not if its mailbox, or the site, has had its share of the day.
 */
export async function queueMail<Kind extends MailKind>(
  transaction: Transaction,
  mailing: Mailing,
  mail: NewMail<Kind>,
  now: Date,
): Promise<boolean> {
  const [row] = await insertMails(transaction, mailing, [mail], now);
  return row?.status === 'waiting';
}

async function insertMails(
  transaction: Transaction,
  mailing: Mailing,
  letters: readonly NewMail<MailKind>[],
  now: Date,
) {
  const { post } = mailing;
  if (!post || letters.length === 0) return [];
  const rows: (typeof mails.$inferInsert)[] = [];
  for (const letter of letters) {
    const row = { ...letter, messageId: `<${randomToken()}@${post.domain}>`, createdAt: now };
    if (await isWithinBounds(transaction, mailing, letter, now)) {
      rows.push({ ...row, status: 'waiting', nextTryAt: now });
    } else {
      const answer = 'Not sent: there was too much mail to this address, or from this site, within a day.';
      rows.push({ ...row, ...withoutCode(letter), status: 'suppressed', endedAt: now, answer });
    }
  }
  await transaction.insert(mails).values(rows).onConflictDoNothing({ target: mails.occasion });
  return rows;
}

/** Counts a mail that strangers can cause against what its mailbox and the site may send. */
async function isWithinBounds(
  transaction: Transaction,
  { rateLimits, secrets }: Mailing,
  { kind, recipient }: NewMail<MailKind>,
  now: Date,
): Promise<boolean> {
  if (!rateLimits || !kindOf(kind).isBounded) return true;
  const mailbox = secrets.hash('mailbox', mailboxOf(recipient));
  const limits: LimitName[] =
    kind === 'sign_in_code' ? ['signInMailHourly', 'signInMailDaily'] : ['mailDaily'];
  for (const limit of limits) {
    if (!(await countWithin(transaction, limit, mailbox, now))) return false;
  }
  return await countWithin(transaction, 'siteMailDaily', 'site', now);
}

/** Where mail to an address ends up: `Jo+2@example.ca` is the mailbox of `jo@example.ca`. */
function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return `${name.split('+', 1)[0]}@${domain}`;
}

/** News to a donor. */
export interface DonorNews<Kind extends DonorNewsKind> {
  participantId: number;
  /** The number of what it is about. */
  about: number;
  /** Which time, if the same can happen to it more than once. */
  time?: number | undefined;
  content: Omit<MailContents[Kind], keyof OfDonor>;
  sendBefore?: Date | undefined;
}

function occasionOf(kind: NewsKind, about: number, time = 0): string {
  return `${kind} ${about} ${time}`;
}

/**
 * Writes news of one kind to the noted address of each donor who has one and has not switched that kind off. Removed people
 * have none: the rows are locked, so that a removal comes before and is seen, or waits.
 */
export async function queueDonorNews<Kind extends DonorNewsKind>(
  transaction: Transaction,
  mailing: Mailing,
  kind: Kind,
  news: readonly DonorNews<Kind>[],
  now: Date,
): Promise<void> {
  if (!mailing.post || news.length === 0) return;
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
      // Somebody who never asked for anything themselves has no language.
      language: reader.language ?? 'en',
      content: { ...content, donorId: reader.donorId } as MailContents[Kind],
      sendBefore,
    };
  });
  await insertMails(transaction, mailing, letters, now);
}

/** The first ID of a donor, or what signs in somebody who has none. */
const donorId = sql<string>`coalesce((
  select ${students.studentId} from ${students} where ${eq(students.participantId, participants.id)}
  order by ${students.id} limit 1), ${participants.email})`;

/** News to an address that may be nobody's. */
interface AddressNews<Kind extends PickupNewsKind> extends Pick<DonorNews<DonorNewsKind>, 'about' | 'time'> {
  recipient: string;
  language: Language;
  content: MailContents[Kind];
}

/** Writes news to the address of a pickup request, unless it has switched that kind off. */
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
  await queueMail(transaction, mailing, { ...news, kind, occasion, participantId: null }, now);
}

/**
 * Deletes news that has not gone out and is no longer true. While mail is off nothing is deleted: what waits from before
 * goes out as it was written, should mail be on again.
 *
 * @param about the numbers of what it is about.
 * @returns how many there were.
 */
export async function withdrawNews(
  transaction: Transaction,
  { post }: Pick<Mailing, 'post'>,
  kinds: readonly NewsKind[],
  about: readonly number[],
): Promise<number> {
  if (!post) return 0;
  const occasions = kinds.flatMap((kind) => about.map((id) => `${kind} ${id} %`));
  const withdrawn = await transaction
    .delete(mails)
    .where(and(eq(mails.status, 'waiting'), sql`${mails.occasion} like any(${sql.param(occasions)}::text[])`))
    .returning({ id: mails.id });
  return withdrawn.length;
}

/** Whether a mail of a kind was written to an address since a moment. */
export async function wasWrittenSince(
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
  kinds: Partial<Record<PickupNewsKind, boolean>>,
  now: Date,
): Promise<boolean> {
  const on = pickupNews.filter((kind) => kinds[kind] === true);
  const off = pickupNews.filter((kind) => kinds[kind] === false);
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

/** Mail of somebody's, and to their addresses. */
export function isMailOf(participantId: number, emails: readonly string[]): SQL | undefined {
  return or(eq(mails.participantId, participantId), isAmong(mails.recipient, emails));
}

/** What addresses have switched off. */
export function isNewsOffOf(emails: readonly string[]): SQL {
  return isAmong(addressNewsOff.email, emails);
}

/** Addresses that were found undeliverable. */
export function isRefused(emails: readonly string[]): SQL {
  return isAmong(undeliverableAddresses.email, emails);
}

function isAmong(column: AnyPgColumn, emails: readonly string[]): SQL {
  return sql`lower(${column}) = any(${sql.param(emails.map((email) => email.toLowerCase()))}::text[])`;
}

function isAddress(column: AnyPgColumn, email: string): SQL {
  return eq(sql`lower(${column})`, sql`lower(${email})`);
}

/** How long a process has a mail to itself: longer than sending may take (`server/mailer.ts`). */
const LEASE_SECONDS = 60;

/**
 * Takes a mail that is due, so that nobody else sends it for a minute: first what somebody waits for, then what has waited
 * longest. Undefined if none is due.
 */
export async function takeDueMail(database: Database, now: Date): Promise<Mail | undefined> {
  const isFree = or(isNull(mails.leasedUntil), lte(mails.leasedUntil, now));
  return await inTransaction(database, async (transaction) => {
    const [due] = await transaction
      .select({ id: mails.id })
      .from(mails)
      .where(and(eq(mails.status, 'waiting'), lte(mails.nextTryAt, now), isFree))
      .orderBy(desc(inArray(mails.kind, [...awaitedMail])), asc(mails.nextTryAt), asc(mails.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const [taken] = await transaction
      .update(mails)
      .set({ leasedUntil: addSeconds(now, LEASE_SECONDS), tries: sql`${mails.tries} + 1` })
      .where(eq(mails.id, due.id))
      .returning();
    return taken;
  });
}

/**
 * Where a mail goes by now: news of a donor to the noted email, which may be another one since. Null if its kind was
 * switched off, which a resend ignores, or if no email is noted any more.
 */
export async function currentRecipient(
  executor: Executor,
  { kind, participantId, recipient, passesMark }: Mail,
): Promise<string | null> {
  const isKind = (name: MailKind) => name === kind;
  if (!donorNews.some(isKind) || participantId === null) {
    const off = passesMark ? [] : await addressNewsOf(executor, recipient);
    return off.some(isKind) ? null : recipient;
  }
  const [reader] = await executor
    .select({ email: participants.email, newsOff: participants.newsOff })
    .from(participants)
    .where(eq(participants.id, participantId));
  if (reader?.newsOff.some(isKind) && !passesMark) return null;
  return reader?.email ?? null;
}

/** Whether an address was found undeliverable. */
export async function isUndeliverable(executor: Executor, email: string): Promise<boolean> {
  return (await executor.$count(undeliverableAddresses, isAddress(undeliverableAddresses.email, email))) > 0;
}

/** The outcome of a mail that was not tried. */
export interface Unsent {
  result: 'suppressed' | 'late';
  code: number | null;
  answer: string | null;
}

/** How long to wait after each try that failed, in seconds: 1, 5 and 30 minutes, 2, 6, 12 and 24 hours. */
const WAITS_SECONDS = [60, 300, 1800, 7200, 21_600, 43_200, 86_400];

/**
 * Records the outcome of a try. After the lease another process may have the mail, and only its outcome counts; but what was
 * sent was sent, whoever has the mail by now.
 */
export async function settleMail(
  database: Database,
  mail: Mail,
  outcome: Outcome | Unsent,
  now: Date,
): Promise<void> {
  const { recipient, leasedUntil } = mail;
  const isOwn = outcome.result === 'sent' || !leasedUntil ? undefined : eq(mails.leasedUntil, leasedUntil);
  await inTransaction(database, async (transaction) => {
    const settled = await transaction
      .update(mails)
      .set(changeAfter(mail, outcome, now))
      .where(and(eq(mails.id, mail.id), eq(mails.status, 'waiting'), isOwn))
      .returning({ id: mails.id });
    if (outcome.result === 'sent') {
      await transaction
        .delete(undeliverableAddresses)
        .where(isAddress(undeliverableAddresses.email, recipient));
    }
    if (outcome.result === 'refused' && settled.length > 0) {
      await transaction
        .insert(undeliverableAddresses)
        .values({ email: recipient, answer: outcome.answer, since: now })
        .onConflictDoNothing();
    }
  });
}

function changeAfter(mail: Mail, { result, code, answer }: Outcome | Unsent, now: Date): Partial<Mail> {
  // What was not tried this time keeps the mail server's last answer.
  const said =
    result === 'suppressed'
      ? { answer: answer ?? mail.answer, leasedUntil: null, tries: mail.tries - 1 }
      : { recipient: mail.recipient, answer, answerCode: code, leasedUntil: null };
  const wait = result === 'failed' ? WAITS_SECONDS[mail.tries - 1] : undefined;
  if (wait !== undefined) {
    const nextTryAt = addSeconds(now, wait);
    if (!mail.sendBefore || nextTryAt < mail.sendBefore) return { ...said, nextTryAt };
  }
  const status = result === 'sent' || result === 'suppressed' ? result : 'failed';
  return { ...said, ...withoutCode(mail), status, nextTryAt: null, endedAt: now };
}

/** A sign-in code is deleted once its mail has ended. */
function withoutCode({ kind }: Pick<Mail, 'kind'>): Pick<Partial<Mail>, 'content'> {
  return kind === 'sign_in_code'
    ? { content: { sealedCode: null } satisfies MailContents['sign_in_code'] }
    : {};
}

/**
 * Has a mail that has ended be sent once more, past a mark on its address. Not a sign-in code, which is deleted by then.
 *
 * @returns whether there was one to send.
 */
export async function sendAgain(transaction: Transaction, id: number, now: Date): Promise<boolean> {
  const again = await transaction
    .update(mails)
    .set({ status: 'waiting', tries: 0, nextTryAt: now, endedAt: null, passesMark: true, leasedUntil: null })
    .where(and(eq(mails.id, id), ne(mails.status, 'waiting'), ne(mails.kind, 'sign_in_code')))
    .returning({ id: mails.id });
  return again.length > 0;
}

/** So many refusals in a row are no longer about the addresses. */
const REFUSED_IN_A_ROW = 10;

/** Whether the last ten mails that were tried were all refused: then the mail server takes none. */
export async function lastTenRefused(executor: Executor): Promise<boolean> {
  const tried = await executor
    .select({ status: mails.status })
    .from(mails)
    .where(and(isNotNull(mails.answer), gt(mails.tries, 0)))
    .orderBy(desc(mails.id))
    .limit(REFUSED_IN_A_ROW);
  return tried.length === REFUSED_IN_A_ROW && tried.every(({ status }) => status !== 'sent');
}

/** Gives somebody's mail to another person, into whom they are merged. */
export async function moveMail(transaction: Transaction, fromId: number, toId: number): Promise<void> {
  await transaction.update(mails).set({ participantId: toId }).where(eq(mails.participantId, fromId));
}

/** Gives mail to somebody's address back to them once a merge is taken back. */
export async function moveMailBack(
  transaction: Transaction,
  { fromId, toId, email }: { fromId: number; toId: number; email: string },
): Promise<void> {
  await transaction
    .update(mails)
    .set({ participantId: fromId })
    .where(and(eq(mails.participantId, toId), isAddress(mails.recipient, email)));
}

/** Deletes mail of somebody and to their addresses, sent or not, and what is stored about these addresses. */
export async function forgetAddresses(
  transaction: Transaction,
  { participantId, emails }: { participantId: number; emails: readonly string[] },
): Promise<void> {
  await transaction.delete(mails).where(isMailOf(participantId, emails));
  await transaction.delete(undeliverableAddresses).where(isRefused(emails));
  await transaction.delete(addressNewsOff).where(isNewsOffOf(emails));
}

/** Long enough to answer somebody who asks what they were sent. */
const RETENTION_DAYS = 90;

/** Deletes mail that ended long ago. To be called once an hour. */
export async function deleteOldMail({ database, clock }: Pick<Site, 'database' | 'clock'>): Promise<void> {
  await database.delete(mails).where(lt(mails.endedAt, addDays(clock(), -RETENTION_DAYS)));
}
