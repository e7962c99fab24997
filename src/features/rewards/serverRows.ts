import { and, eq, gt, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Executor } from '#server/database.ts';
import { discountCodes, participants, partners, students } from '#server/schema.ts';
import { amongFound, containing, startingWith } from '#server/search.ts';
import type { CodeRow, codeStatuses } from './contract.ts';

interface Filters {
  status: (typeof codeStatuses)[number];
  q?: string | undefined;
  participantId?: number | undefined;
}

/** The codes that a filter shows. Its status is the one displayed, so a revoked code is in `any` alone. */
export function matches({ status, q, participantId }: Filters, now: Date): SQL | undefined {
  return and(
    participantId === undefined ? undefined : eq(discountCodes.participantId, participantId),
    q ? names(q) : undefined,
    status === 'any' ? undefined : isNull(discountCodes.revokedAt),
    status === 'expired' ? lte(discountCodes.expiresAt, now) : undefined,
    status === 'used' || status === 'unused' ? gt(discountCodes.expiresAt, now) : undefined,
    status === 'used' ? sql`${discountCodes.useCount} >= ${discountCodes.maxUses}` : undefined,
    status === 'unused' ? sql`${discountCodes.useCount} < ${discountCodes.maxUses}` : undefined,
  );
}

/** Whether a text is part of a code, or leads to who has it: by name, contact or the start of a donor ID. */
function names(text: string): SQL | undefined {
  const people = sql`
    select ${participants.id} from ${participants} where ${containing(participants.searchText, text)}
    union
    select ${students.participantId} from ${students}
    where ${startingWith(students.studentId, text.toUpperCase())}`;
  return or(
    containing(sql`lower(${discountCodes.code})`, text),
    amongFound(discountCodes.participantId, people, text),
  );
}

/** Codes with their participant and the store they are tied to, as the console's rows. */
export function findRows(executor: Executor, condition: SQL | undefined) {
  return executor
    .select({
      id: discountCodes.id,
      code: discountCodes.code,
      participant_id: discountCodes.participantId,
      participant_name: participants.displayName,
      participant_email: participants.email,
      participant_student_id: sql<string | null>`(
        select ${students.studentId} from ${students}
        where ${students.participantId} = ${discountCodes.participantId} order by ${students.id} limit 1
      )`,
      use_count: discountCodes.useCount,
      max_uses: discountCodes.maxUses,
      expires_at: discountCodes.expiresAt,
      used_at: discountCodes.usedAt,
      partner_id: discountCodes.partnerId,
      partner_name: partners.name,
      revoked_at: discountCodes.revokedAt,
    })
    .from(discountCodes)
    .innerJoin(participants, eq(participants.id, discountCodes.participantId))
    .leftJoin(partners, eq(partners.id, discountCodes.partnerId))
    .where(condition)
    .$dynamic();
}

/** One code's row, or undefined. */
export async function rowOf(executor: Executor, id: number): Promise<CodeRow | undefined> {
  const [row] = await findRows(executor, eq(discountCodes.id, id));
  return row && onWire(row);
}

export function onWire(row: Awaited<ReturnType<typeof findRows>>[number]): CodeRow {
  return {
    ...row,
    expires_at: row.expires_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
