import { and, count, desc, eq, gt, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { anywhere, columnsFor, like, startOfId } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { codeRedemptions, discountCodes, participants, partners, students } from '#server/db/schema.ts';
import { codeRow, type codeStatuses } from './contract.ts';

/** A code of which enough is shown to find it, and too little to spend it at once: 29,791 begin alike. */
export function maskedCode(code: string): string {
  return `${code.slice(0, 6)}•••`;
}

/** A code as somebody may see it: volunteers could spend a whole one. */
export function codeSeenBy({ role }: Pick<AdminCaller, 'role'>, code: string): string {
  return role === 'admin' ? code : maskedCode(code);
}

export interface Filters {
  status: (typeof codeStatuses)[number];
  q?: string | undefined;
  participantId?: number | undefined;
}

/** Whether a code has a use left, whatever else is with it. */
export const hasUsesLeft = lt(discountCodes.useCount, discountCodes.maxUses);

/** Whether a code has a use left that can be revoked, also one that an admin could extend. */
export const isUnspent = and(isNull(discountCodes.revokedAt), hasUsesLeft);

const givingBack = alias(codeRedemptions, 'giving_back');

/** Whether a row of the ledger is a use that was taken and not given back. */
export const isStandingUse = sql`${codeRedemptions.kind} = 'redeemed' and not exists (
  select from ${codeRedemptions} ${sql.identifier('giving_back')} where ${eq(givingBack.reverses, codeRedemptions.id)}
)`;

/** The codes that a filter shows. Its status is the one displayed, so a revoked code is in `any` alone. */
export function matches({ status, q, participantId }: Filters, now: Date): SQL | undefined {
  return and(
    participantId === undefined ? undefined : eq(discountCodes.participantId, participantId),
    q ? names(q) : undefined,
    status === 'any' ? undefined : isNull(discountCodes.revokedAt),
    status === 'expired' ? lte(discountCodes.expiresAt, now) : undefined,
    status === 'used' || status === 'unused' ? gt(discountCodes.expiresAt, now) : undefined,
    status === 'used' ? sql`${discountCodes.useCount} >= ${discountCodes.maxUses}` : undefined,
    status === 'unused' ? hasUsesLeft : undefined,
  );
}

/** Whether a text is part of a code, or leads to who has it: by name, contact or the start of a donor ID. */
function names(text: string): SQL | undefined {
  const people = sql`
    select ${participants.id} from ${participants} where ${like(participants.searchText, anywhere(text))}
    union
    select ${students.participantId} from ${students} where ${like(students.studentId, startOfId(text))}`;
  return or(
    like(sql`lower(${discountCodes.code})`, anywhere(text)),
    sql`${discountCodes.participantId} in (${people})`,
  );
}

/** Codes with their participant and the store they are tied to, as the console's rows. */
export function findRows(executor: Executor, condition: SQL | undefined) {
  return executor
    .select({
      ...columnsFor(discountCodes, codeRow),
      participant_name: participants.displayName,
      participant_removed_at: participants.removedAt,
      participant_email: participants.email,
      participant_student_id: sql<string | null>`(
        select ${students.studentId} from ${students}
        where ${eq(students.participantId, discountCodes.participantId)} order by ${students.id} limit 1
      )`,
      partner_name: partners.name,
    })
    .from(discountCodes)
    .innerJoin(participants, eq(participants.id, discountCodes.participantId))
    .leftJoin(partners, eq(partners.id, discountCodes.partnerId))
    .where(condition)
    .$dynamic();
}

/** One code's row, or undefined. */
export async function rowOf(executor: Executor, id: number) {
  const [row] = await findRows(executor, eq(discountCodes.id, id));
  return row;
}

/** Whether a till would take a code now. */
export function isUsable(now: Date): SQL | undefined {
  return and(isUnspent, gt(discountCodes.expiresAt, now));
}

/** A participant's codes, the usable ones first and each kind newest first, and how many there are of each. */
export async function codesOfParticipant(executor: Executor, participantId: number, now: Date, most: number) {
  const isOwn = eq(discountCodes.participantId, participantId);
  const usable = isUsable(now) ?? sql`true`;
  const [rows, [counted]] = await Promise.all([
    findRows(executor, isOwn)
      .orderBy(desc(sql`(${usable})`), desc(discountCodes.id))
      .limit(most),
    executor
      .select({ all: count(), usable: sql<number>`count(*) filter (where ${usable})::int` })
      .from(discountCodes)
      .where(isOwn),
  ]);
  const { all = 0, usable: stillUsable = 0 } = counted ?? {};
  return { usable: stillUsable, ended: all - stillUsable, items: rows };
}

/** By chance three letters, as of a short name, are in one of 7,400 codes: strangers' codes would stand beside Ann. */
const FEWEST_CODE_CHARACTERS = 4;

/** Codes with a text in them, or that begin with what follows `RR` in it, the newest first. */
export async function codesLike(executor: Executor, text: string, most: number) {
  const start = /^rr[-\s]?(\w+)$/i.exec(text)?.[1];
  if (start === undefined && (text.length < FEWEST_CODE_CHARACTERS || /^rr[-\s]*$/i.test(text))) return [];
  const code = sql`lower(${discountCodes.code})`;
  const condition = or(
    like(code, anywhere(text)),
    start === undefined ? undefined : like(code, startOfId(`RR-${start}`).toLowerCase()),
  );
  return await findRows(executor, condition).orderBy(desc(discountCodes.id)).limit(most);
}
