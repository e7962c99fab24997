// Mail to admins and volunteers, who choose its kinds in My account.
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/database.ts';
import { countWithin } from '#server/http/rateLimits.ts';
import { admins } from '#server/db/schema.ts';
import type { StaffMailKind } from '#shared/mail.ts';
import type { MailContents } from './serverKinds.ts';
import { type Mail, type Mailing, queueMails } from './serverOutbox.ts';

/** The column of `admins` that stores whether somebody chose a kind. */
export const notifyColumns = {
  staff_overflow: 'notifyOverflow',
  staff_pickup: 'notifyPickup',
  staff_daily: 'notifyDaily',
} as const satisfies Record<StaffMailKind, keyof typeof admins.$inferSelect>;

interface StaffNews<Kind extends StaffMailKind> {
  kind: Kind;
  content: Omit<MailContents[Kind], 'adminId'>;
  /** Limits how often the kind is mailed, counted once for all readers. */
  limit: { name: 'binMail' | 'pickupMail'; subject: string };
}

/** Queues a mail to each active admin and volunteer who chose its kind, within its limit. */
export async function queueStaffMail<Kind extends StaffMailKind>(
  transaction: Transaction,
  mailing: Mailing,
  { kind, content, limit }: StaffNews<Kind>,
  now: Date,
): Promise<void> {
  if (!mailing.mailer) return;
  const readers = await transaction
    .select({ adminId: admins.id, email: sql<string>`${admins.email}` })
    .from(admins)
    .where(and(eq(admins[notifyColumns[kind]], true), eq(admins.isActive, true), isNotNull(admins.email)))
    .orderBy(asc(admins.id));
  if (readers.length === 0 || !(await countWithin(transaction, limit.name, limit.subject, now))) return;
  const newMails = readers.map((reader) => newStaffMail(kind, reader, content));
  await queueMails(transaction, mailing, newMails, now);
}

/** A mail to a member of staff, for `queueMails`. */
export function newStaffMail<Kind extends StaffMailKind>(
  kind: Kind,
  { adminId, email: recipient }: { adminId: number; email: string },
  content: Omit<MailContents[Kind], 'adminId'>,
) {
  return {
    kind,
    recipient,
    language: 'en' as const,
    content: { ...content, adminId } as MailContents[Kind],
  };
}

/** The reader's current email. Null if they are inactive, or no longer choose this kind and no admin sent it again. */
export async function currentStaffEmail(
  executor: Executor,
  kind: StaffMailKind,
  { content, passesMark: isForced }: Pick<Mail, 'content' | 'passesMark'>,
): Promise<string | null> {
  const { adminId } = content as MailContents[StaffMailKind];
  const [reader] = await executor
    .select({ email: admins.email, isChosen: admins[notifyColumns[kind]] })
    .from(admins)
    .where(and(eq(admins.id, adminId), eq(admins.isActive, true)));
  return reader && (reader.isChosen || isForced) ? reader.email : null;
}
