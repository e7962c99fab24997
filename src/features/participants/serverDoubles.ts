// Who may be one person under two numbers.
import { and, asc, count, desc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#server/database.ts';
import { donations, participants, phoneDigits } from '#server/schema.ts';
import type { ParticipantRow } from './contract.ts';
import type { DoubleReason } from './rules.ts';
import { matchOf } from './serverRows.ts';

/** Somebody else with the same phone number or noted name, or whose noted email this participant claims. */
export async function likeliestDouble(
  executor: Executor,
  {
    id,
    displayName,
    phone,
    claimedEmail,
  }: Pick<ParticipantRow, 'id' | 'displayName' | 'phone' | 'claimedEmail'>,
) {
  // In the order of what they prove: people share phones, and names.
  const signs: Partial<Record<DoubleReason, SQL>> = {
    ...(claimedEmail !== null && { email: sql`lower(${participants.email}) = lower(${claimedEmail})` }),
    ...(phone !== null && {
      phone: eq(phoneDigits(participants.phone), phoneDigits(sql`${phone}::text`)),
    }),
    ...(displayName !== null && {
      name: sql`lower(${participants.displayName}) = lower(${displayName})`,
    }),
  };
  const conditions = Object.values(signs);
  if (conditions.length === 0) return null;
  const whens = Object.entries(signs).map(([reason, sign]) => sql`when ${sign} then ${reason}`);
  const because = sql<DoubleReason>`case ${sql.join(whens, sql` `)} end`;
  const given = executor
    .select({ total: count() })
    .from(donations)
    .where(and(eq(donations.participantId, participants.id), isNull(donations.rejectedAt)));
  const [double] = await executor
    .select({ id: participants.id, because })
    .from(participants)
    .where(and(or(...conditions), ne(participants.id, id)))
    .orderBy(
      ...conditions.map((sign) => desc(sql`(${sign}) is true`)),
      desc(sql`(${given})`),
      asc(participants.id),
    )
    .limit(1);
  if (!double) return null;
  const participant = await matchOf(executor, double.id);
  return participant ? { participant, because: double.because } : null;
}
