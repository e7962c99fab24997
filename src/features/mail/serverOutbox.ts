// The outbox: mail is written in the transaction of what it tells of, so that it goes out if that happened and only then.
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core';
import { type Executor, inTransaction, type Database, type Transaction } from '#server/database.ts';
import type { Site } from '#server/http/call.ts';
import { countWithin } from '#server/http/rateLimits.ts';
import type { Outcome } from '#server/mail.ts';
import { insertInto, onlyColumns, preparedInsert } from '#server/rows.ts';
import { addressNewsOff, mails, participants, students, undeliverableAddresses } from '#server/schema.ts';
import { randomToken } from '#server/secrets.ts';
import { addDays, addSeconds } from '#shared/dates.ts';
import type { Language } from '#shared/languages.ts';
import type { LimitName } from '#shared/limits.ts';
import {
  awaitedMail,
  donorNews,
  type DonorNewsKind,
  type MailKind,
  mailStatuses,
  type NewsKind,
  pickupNews,
  type PickupNewsKind,
} from '#shared/mail.ts';
import { kindOf, type MailContents, type OfDonor } from './serverKinds.ts';

/** A mail to write. */
export interface NewMail<Kind extends MailKind> {
  kind: Kind;
  /** What it tells of: a second mail of the same occasion is not written. Null where there may be several. */
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

/** What of a site the outbox needs. */
export type Mailing = Pick<Site, 'post' | 'rateLimits' | 'secrets'>;

/**
 * Writes a mail, where the site sends any.
 *
 * @returns whether it waits to be sent: not where its mailbox, or the site, has had its share of the day.
 */
export async function queueMail<Kind extends MailKind>(
  transaction: Transaction,
  mailing: Mailing,
  mail: NewMail<Kind>,
  now: Date,
): Promise<boolean> {
  if (!mailing.post) return false;
  const row = newRow(mailing.post, mail, now);
  if (await isWithinBounds(transaction, mailing, mail, now)) {
    await newMails(transaction, row);
    return true;
  }
  await transaction
    .insert(mails)
    .values({
      ...row,
      ...(mail.kind === 'sign_in_code' && blotted),
      status: 'suppressed',
      nextTryAt: null,
      endedAt: now,
      answer: 'Not sent: there was too much mail to this address, or from this site, within a day.',
    })
    .onConflictDoNothing({ target: mails.occasion });
  return false;
}

const newRow = (post: NonNullable<Mailing['post']>, mail: NewMail<MailKind>, now: Date) => ({
  sendBefore: undefined,
  ...mail,
  messageId: `<${randomToken()}@${post.domain}>`,
  nextTryAt: now,
  createdAt: now,
});

/** Counts a mail, where strangers can cause it, against what its mailbox and the site may send. */
async function isWithinBounds(
  transaction: Transaction,
  { rateLimits, secrets }: Mailing,
  { kind, recipient }: NewMail<MailKind>,
  now: Date,
): Promise<boolean> {
  if (!rateLimits || !kindOf(kind).isBounded) return true;
  const mailbox = secrets.hash('mailbox', mailboxOf(recipient));
  const within = async (name: LimitName, subject: string) =>
    await countWithin(transaction, name, subject, now);
  const isOfMailbox =
    kind === 'sign_in_code'
      ? (await within('signInMailHourly', mailbox)) && (await within('signInMailDaily', mailbox))
      : await within('mailDaily', mailbox);
  return isOfMailbox && (await within('siteMailDaily', 'site'));
}

/** Where mail to an address ends up: `Jo+2@example.ca` is the mailbox of `jo@example.ca`. */
function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@');
  return `${name.split('+', 1)[0]}@${domain}`;
}

const newMails = preparedInsert(
  'new mail',
  mails,
  { later: ['status', 'tries', 'passesMark', 'leasedUntil', 'endedAt', 'answer', 'answerCode'] },
  (insert) => insert.onConflictDoNothing({ target: mails.occasion }),
);

/** What somebody is written to in of whom no language is known, since they never asked for anything themselves. */
const UNKNOWN_LANGUAGE: Language = 'en';

/** News to a donor: what it tells of, and what tells it apart from others about the same. */
export interface DonorNews<Kind extends DonorNewsKind> {
  participantId: number;
  /** The number of what it is about. */
  about: number;
  /** Which time, where the same can happen to it more than once. */
  time?: number | undefined;
  content: Omit<MailContents[Kind], keyof OfDonor>;
}

/** By what news is known, so that nothing is told twice, and what is taken back before it was sent is not told at all. */
function occasionOf(kind: NewsKind, about: number, time = 0): string {
  return `${kind} ${about} ${time}`;
}

/**
 * Writes news of one kind to donors: to the noted address of each who has one and has not switched that kind off. Somebody
 * who was removed has none.
 */
export async function queueDonorNews<Kind extends DonorNewsKind>(
  transaction: Transaction,
  mailing: Mailing,
  kind: Kind,
  written: readonly DonorNews<Kind>[],
  now: Date,
): Promise<void> {
  if (!mailing.post || written.length === 0) return;
  const readers = await transaction
    .select({
      id: participants.id,
      email: participants.email,
      language: participants.language,
      donorId,
    })
    .from(participants)
    .where(
      and(
        inArray(
          participants.id,
          written.map(({ participantId }) => participantId),
        ),
        readsNews(kind),
      ),
    )
    .orderBy(asc(participants.id))
    .for('key share');
  const readerOf = new Map(readers.map((reader) => [reader.id, reader]));
  const letters = written.flatMap(({ participantId, about, time, content: told }) => {
    const { email: recipient, language, donorId } = readerOf.get(participantId) ?? { email: null };
    if (recipient === null) return [];
    const content = { ...told, donorId } as MailContents[Kind];
    const occasion = occasionOf(kind, about, time);
    return [{ kind, occasion, participantId, recipient, language: language ?? UNKNOWN_LANGUAGE, content }];
  });
  if (kindOf(kind).isBounded) {
    for (const letter of letters) await queueMail(transaction, mailing, letter, now);
  } else if (letters.length > 0) {
    const { post } = mailing;
    await newMails(transaction, ...letters.map((letter) => newRow(post, letter, now)));
  }
}

/** The first ID of a donor, or what signs in somebody who has none. */
const donorId = sql<string>`coalesce((
  select ${students.studentId} from ${students} where ${eq(students.participantId, participants.id)}
  order by ${students.id} limit 1), ${participants.email})`;

/**
 * Writes news of one kind to every donor that a select finds, in one statement. What was told before is not told again.
 *
 * @param found gives `participant_id`, `about`, `time`, `content` and `send_before` as in `DonorNews` and `NewMail`.
 */
export async function queueFoundNews(
  executor: Executor,
  { post }: Pick<Mailing, 'post'>,
  kind: DonorNewsKind,
  found: SQL,
  now: Date,
): Promise<void> {
  if (!post) return;
  const occasion = sql`${kind}::text || ' ' || found.about || ' ' || found.time`;
  await executor.execute(sql`
    insert into ${mails} (kind, occasion, participant_id, recipient, language, content, message_id, next_try_at, send_before, created_at)
    select ${kind}, ${occasion}, ${participants.id}, ${participants.email},
      coalesce(${participants.language}, ${UNKNOWN_LANGUAGE}),
      found.content || jsonb_build_object('donorId', ${donorId}),
      '<' || gen_random_uuid() || ${`@${post.domain}>`}, ${now}::timestamptz, found.send_before, ${now}::timestamptz
    from (${found}) found join ${participants} on ${participants.id} = found.participant_id
    where ${readsNews(kind)} and not exists (select from ${mails} where ${eq(mails.occasion, occasion)})
    for key share of ${participants}
    on conflict (occasion) do nothing`);
}

/** That news of a kind goes to a participant, to be held: a removal or another email comes before it, to be seen, or has to wait. */
function readsNews(kind: DonorNewsKind): SQL {
  return sql`(${participants.email} is not null and ${participants.removedAt} is null and not ${participants.newsOff} ? ${kind})`;
}

/**
 * Deletes news that has not gone out and is no longer true. A site that sends no mail is spared the look: what waits there from
 * before goes as it was written, should mail be on again.
 *
 * @param about the numbers of what it is about.
 * @returns how many there were.
 */
export async function withdrawNews(
  transaction: Transaction,
  { post }: Mailing,
  kinds: readonly NewsKind[],
  about: readonly number[],
): Promise<number> {
  if (!post) return 0;
  const beginnings = kinds.flatMap((kind) => about.map((id) => `${kind} ${id} %`));
  const withdrawn = await transaction
    .delete(mails)
    .where(
      and(eq(mails.status, 'waiting'), sql`${mails.occasion} like any(${sql.param(beginnings)}::text[])`),
    )
    .returning({ id: mails.id });
  return withdrawn.length;
}

/** The same to an address that may be nobody's. */
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
  { recipient, language, about, time, content }: AddressNews<Kind>,
  now: Date,
): Promise<void> {
  if (!mailing.post) return;
  const off = await transaction.$count(
    addressNewsOff,
    and(isAddressOf(addressNewsOff.email, recipient), eq(addressNewsOff.kind, kind)),
  );
  if (off > 0) return;
  const occasion = occasionOf(kind, about, time);
  const mail = { kind, occasion, participantId: null, recipient, language, content };
  await queueMail(transaction, mailing, mail, now);
}

/** Whether a mail of a kind was written to an address since a moment. */
export async function wasWrittenSince(
  executor: Executor,
  kind: MailKind,
  email: string,
  since: Date,
): Promise<boolean> {
  const isMeant = and(isAddressOf(mails.recipient, email), eq(mails.kind, kind), gt(mails.createdAt, since));
  return (await executor.$count(mails, isMeant)) > 0;
}

/** The kinds of news that an address has switched off. */
export async function addressNewsOf(executor: Executor, email: string): Promise<NewsKind[]> {
  const rows = await executor
    .select({ kind: addressNewsOff.kind })
    .from(addressNewsOff)
    .where(isAddressOf(addressNewsOff.email, email));
  return rows.map(({ kind }) => kind);
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

/** Switches news to an address on and off. Gives whether anything changed. */
export async function switchAddressNews(
  transaction: Transaction,
  email: string,
  kinds: Partial<Record<PickupNewsKind, boolean>>,
  now: Date,
): Promise<boolean> {
  let isChanged = false;
  for (const kind of pickupNews.filter((name) => kinds[name] !== undefined)) {
    const changed = kinds[kind]
      ? await transaction
          .delete(addressNewsOff)
          .where(and(isAddressOf(addressNewsOff.email, email), eq(addressNewsOff.kind, kind)))
          .returning({ id: addressNewsOff.id })
      : await insertInto(transaction, addressNewsOff)
          .values({ email, kind, since: now })
          .onConflictDoNothing()
          .returning({ id: addressNewsOff.id });
    isChanged ||= changed.length > 0;
  }
  return isChanged;
}

const isAddressOf = (column: PgColumn, email: string) => eq(sql`lower(${column})`, sql`lower(${email})`);

/** What is left of a sign-in code's content once it is of no more use here. */
const blotted = { content: { sealedCode: null } satisfies MailContents['sign_in_code'] };

/** How long a process has a mail to itself: longer than sending may take (`server/mail.ts`). */
const LEASE_SECONDS = 60;

/** How long to wait after each try that failed, in seconds: 1, 5 and 30 minutes, 2, 6, 12 and 24 hours. */
const WAITS_SECONDS = [60, 300, 1800, 7200, 21_600, 43_200, 86_400];

export type Mail = typeof mails.$inferSelect;

/**
 * Takes a mail whose time has come, so that nobody else sends it for a minute: first what somebody sits and waits for, then
 * what has waited longest. Undefined where none is due.
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
      .set(
        onlyColumns(mails, { leasedUntil: addSeconds(now, LEASE_SECONDS), tries: sql`${mails.tries} + 1` }),
      )
      .where(eq(mails.id, due.id))
      .returning();
    return taken;
  });
}

/** How much mail waits, since when the oldest does, and since when the next one should have been tried. */
export async function waitingMail(executor: Executor, now: Date) {
  const [row] = await executor
    .select({
      mails: count(),
      oldestAt: min(mails.createdAt),
      dueAt:
        sql<Date | null>`min(${mails.nextTryAt}) filter (where ${mails.nextTryAt} <= ${now.toISOString()}::timestamptz)`.mapWith(
          mails.nextTryAt,
        ),
    })
    .from(mails)
    // Written out, as its index has it.
    .where(sql`${mails.status} = 'waiting'`);
  return row ?? { mails: 0, oldestAt: null, dueAt: null };
}

/** So many refusals in a row are no longer about the addresses. */
const REFUSED_IN_A_ROW = 10;

/** Whether the last ten mails that were tried were all refused: then the mail server takes none. */
export async function lastTenRefused(executor: Executor): Promise<boolean> {
  const tried = await executor
    .select({ status: mails.status })
    .from(mails)
    .where(and(isNotNull(mails.answer), ne(mails.status, 'suppressed')))
    .orderBy(desc(mails.id))
    .limit(REFUSED_IN_A_ROW);
  return tried.length === REFUSED_IN_A_ROW && tried.every(({ status }) => status !== 'sent');
}

/** Whether an address was found undeliverable. */
export async function isUndeliverable(executor: Executor, email: string): Promise<boolean> {
  return (await executor.$count(undeliverableAddresses, hasAddress(email))) > 0;
}

/**
 * Has a mail that has ended be sent once more, past a mark on its address. A sign-in code, which is kept no longer, is not.
 *
 * @returns whether there was one to send.
 */
export async function sendAgain(transaction: Transaction, id: number, now: Date): Promise<boolean> {
  const again = await transaction
    .update(mails)
    .set(
      onlyColumns(mails, {
        status: 'waiting',
        tries: 0,
        nextTryAt: now,
        endedAt: null,
        passesMark: true,
        leasedUntil: null,
      }),
    )
    .where(and(eq(mails.id, id), ne(mails.status, 'waiting'), ne(mails.kind, 'sign_in_code')))
    .returning({ id: mails.id });
  return again.length > 0;
}

/**
 * Where a mail goes by now: of a donor's news the noted email, which may be another one since. Nowhere, where its kind was
 * switched off or no email is noted any more; what an admin sends again goes past the first.
 */
export async function recipientNow(
  executor: Executor,
  { kind, participantId, recipient, passesMark }: Mail,
): Promise<string | null> {
  if (donorNews.some((name) => name === kind) && participantId !== null) {
    const [reader] = await executor
      .select({ email: participants.email, newsOff: participants.newsOff })
      .from(participants)
      .where(eq(participants.id, participantId));
    const isOff = reader?.newsOff.some((name) => name === kind) && !passesMark;
    return isOff ? null : (reader?.email ?? null);
  }
  const off = passesMark ? [] : await addressNewsOf(executor, recipient);
  return off.some((name) => name === kind) ? null : recipient;
}

const hasAddress = (email: string) => isAddressOf(undeliverableAddresses.email, email);

/** What came of a mail that was not tried: its address was found undeliverable before, nobody wants it, or it comes too late. */
export interface Unsent {
  result: 'suppressed' | 'unwanted' | 'late';
}

const unwanted = 'Not sent: it was switched off, or no email is noted any more.';

/**
 * Writes down what came of a try, if the mail is still this process's: after its lease another one may have it. What was
 * sent was sent, whoever has it by now.
 */
export async function settleMail(
  database: Database,
  { id, kind, recipient, tries, leasedUntil, sendBefore }: Mail,
  outcome: Outcome | Unsent,
  now: Date,
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const isWaiting = and(eq(mails.id, id), eq(mails.status, 'waiting'));
    const isOwn = leasedUntil ? eq(mails.leasedUntil, leasedUntil) : undefined;
    const ended = {
      nextTryAt: null,
      leasedUntil: null,
      endedAt: now,
      ...(kind === 'sign_in_code' && blotted),
    };
    if (!('answer' in outcome)) {
      const { result } = outcome;
      const change =
        result === 'late'
          ? { ...ended, status: 'failed' as const }
          : {
              ...ended,
              status: 'suppressed' as const,
              answer: result === 'unwanted' ? unwanted : null,
              answerCode: null,
            };
      await transaction.update(mails).set(onlyColumns(mails, change)).where(and(isWaiting, isOwn));
      return;
    }
    const said = { recipient, answer: outcome.answer, answerCode: outcome.code };
    if (outcome.result === 'sent') {
      await transaction
        .update(mails)
        .set(onlyColumns(mails, { ...ended, ...said, status: 'sent' }))
        .where(isWaiting);
      await transaction.delete(undeliverableAddresses).where(hasAddress(recipient));
      return;
    }
    const wait = outcome.result === 'failed' ? WAITS_SECONDS[tries - 1] : undefined;
    const nextTryAt = wait === undefined ? undefined : addSeconds(now, wait);
    const isTooLate = !nextTryAt || (sendBefore !== null && nextTryAt >= sendBefore);
    const change = isTooLate
      ? { ...ended, ...said, status: 'failed' as const }
      : { ...said, leasedUntil: null, nextTryAt };
    const changed = await transaction
      .update(mails)
      .set(onlyColumns(mails, change))
      .where(and(isWaiting, isOwn))
      .returning({ id: mails.id });
    if (outcome.result !== 'refused' || changed.length === 0) return;
    await insertInto(transaction, undeliverableAddresses)
      .values({ email: recipient, answer: outcome.answer, since: now })
      .onConflictDoNothing();
  });
}

/** Has the mail of somebody be another's, into whom they are merged. */
export async function moveMail(transaction: Transaction, fromId: number, toId: number): Promise<void> {
  await transaction.update(mails).set({ participantId: toId }).where(eq(mails.participantId, fromId));
}

/** Has mail to somebody's address be theirs again once a merge is taken back. */
export async function moveMailBack(
  transaction: Transaction,
  { fromId, toId, email }: { fromId: number; toId: number; email: string },
): Promise<void> {
  await transaction
    .update(mails)
    .set({ participantId: fromId })
    .where(and(eq(mails.participantId, toId), isAddressOf(mails.recipient, email)));
}

/** Takes out of everything here who somebody is: mail of theirs and to their addresses, sent or not, and what is known of these. */
export async function forgetAddresses(
  transaction: Transaction,
  { participantId, emails }: { participantId: number; emails: readonly string[] },
): Promise<void> {
  await transaction.delete(mails).where(isMailOf(participantId, emails));
  await transaction.delete(undeliverableAddresses).where(isRefused(emails));
  await transaction.delete(addressNewsOff).where(isNewsOffOf(emails));
}

/** How long a mail is kept after it was sent or given up: long enough to answer who asks what they were told. */
const KEPT_DAYS = 90;
const BATCH_ROWS = 500;

const ended = mailStatuses.filter((status) => status !== 'waiting');

/** Deletes mail that ended long ago. To be called once an hour. */
export async function deleteOldMail({ database, clock }: Pick<Site, 'database' | 'clock'>): Promise<void> {
  const before = addDays(clock(), -KEPT_DAYS);
  for (;;) {
    const old = database
      .select({ id: mails.id })
      .from(mails)
      .where(and(inArray(mails.status, ended), lt(mails.endedAt, before)))
      .limit(BATCH_ROWS);
    const deleted = await database.delete(mails).where(inArray(mails.id, old)).returning({ id: mails.id });
    if (deleted.length < BATCH_ROWS) return;
  }
}
