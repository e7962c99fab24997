import { and, count, desc, eq, gt, gte, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EndpointInput } from '#shared/endpoint.ts';
import { anywhere, columnsFor, like, startOf, withoutGaps } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { codeRedemptions, discountCodes, participants, partners, students } from '#server/db/schema.ts';
import { codeRow, type contract } from './contract.ts';

/** The start of a code, which helps to find it. It is too short to spend the code, because 29,791 codes share it. */
export function maskedCode(code: string): string {
  return `${code.slice(0, 6)}•••`;
}

/** Volunteers could spend a whole code, so they see it masked. */
export function codeSeenBy({ role }: Pick<AdminCaller, 'role'>, code: string): string {
  return role === 'admin' ? code : maskedCode(code);
}

type Filters = Omit<EndpointInput<typeof contract.codes>['query'], 'limit' | 'offset'>;

/** Whether a code has uses left, even if it is expired or revoked. */
const hasUsesLeft = lt(discountCodes.useCount, discountCodes.maxUses);

/** Whether a code has uses left and is not revoked. It may be expired, since an admin could extend it. */
export const isUnspent = and(isNull(discountCodes.revokedAt), hasUsesLeft);

/** Whether a till would redeem a code now. */
export function isUsable(now: Date): SQL {
  return sql`(${isUnspent} and ${gt(discountCodes.expiresAt, now)})`;
}

const reversals = alias(codeRedemptions, 'reversals');

/** Whether a row of the ledger is a use that was not given back. */
export const isUnreversedUse = sql`${codeRedemptions.kind} = 'redeemed' and not exists (
  select from ${codeRedemptions} ${sql.identifier('reversals')} where ${eq(reversals.reverses, codeRedemptions.id)}
)`;

/** The SQL condition for a list's filters. */
export function listCondition({ status, q, participantId, donationId }: Filters, now: Date): SQL | undefined {
  return and(
    participantId === undefined ? undefined : eq(discountCodes.participantId, participantId),
    donationId === undefined ? undefined : eq(discountCodes.donationId, donationId),
    q ? matchesSearch(q) : undefined,
    hasStatus(status, now),
  );
}

/** `unused` means that a till would redeem the code now. Only `any` includes revoked codes. */
function hasStatus(status: Filters['status'], now: Date): SQL | undefined {
  const { revokedAt, expiresAt, useCount, maxUses } = discountCodes;
  if (status === 'any') return undefined;
  if (status === 'unused') return isUsable(now);
  if (status === 'expired') return and(isNull(revokedAt), lte(expiresAt, now));
  return and(isNull(revokedAt), gt(expiresAt, now), gte(useCount, maxUses));
}

/** Whether a text is part of a code, or of its owner's name or contact, or starts their donor ID. */
function matchesSearch(text: string): SQL | undefined {
  const people = sql`
    select ${participants.id} from ${participants} where ${like(participants.searchText, anywhere(text))}
    union
    select ${students.participantId} from ${students} where ${like(students.searchText, startOf(withoutGaps(text)))}`;
  return or(
    like(sql`lower(${discountCodes.code})`, anywhere(text)),
    sql`${discountCodes.participantId} in (${people})`,
  );
}

/** Codes as rows of the console. */
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

/** A participant's codes, usable ones first, each kind newest first, with the numbers of usable and ended ones. */
export async function listCodesOfParticipant(
  executor: Executor,
  participantId: number,
  now: Date,
  limit: number,
) {
  const isTheirs = eq(discountCodes.participantId, participantId);
  const isUsableNow = isUsable(now);
  const [rows, [counts]] = await Promise.all([
    findRows(executor, isTheirs).orderBy(desc(isUsableNow), desc(discountCodes.id)).limit(limit),
    executor
      .select({ total: count(), usable: sql<number>`count(*) filter (where ${isUsableNow})::int` })
      .from(discountCodes)
      .where(isTheirs),
  ]);
  const { total = 0, usable = 0 } = counts ?? {};
  return { usable, ended: total - usable, items: rows };
}

/** Three letters, such as Ann, are in one of 7,400 codes by chance. A search for a name would list strangers' codes. */
const MIN_SEARCH_CHARACTERS = 4;

/** Codes that contain a text, if it is long enough, or that begin with the characters after its `RR`, newest first. */
export async function searchCodes(executor: Executor, text: string, limit: number) {
  const start = /^rr[\p{Pd}\s]?(\w+)$/iu.exec(text)?.[1];
  const isPrefixOnly = /^rr[\p{Pd}\s]*$/iu.test(text);
  if (start === undefined && (isPrefixOnly || text.length < MIN_SEARCH_CHARACTERS)) return [];
  const code = sql`lower(${discountCodes.code})`;
  const condition = or(
    like(code, anywhere(text)),
    start === undefined ? undefined : like(code, startOf(`RR-${start}`)),
  );
  return await findRows(executor, condition).orderBy(desc(discountCodes.id)).limit(limit);
}
