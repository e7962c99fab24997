// Donors are told of codes that are about to end.
import { sql } from 'drizzle-orm';
import { queueFoundNews } from '#features/mail/serverOutbox.ts';
import { addDays } from '#shared/dates.ts';
import type { Site } from '#server/http/call.ts';
import { discountCodes } from '#server/schema.ts';
import { isUsable } from './serverRows.ts';

/** How many days before its end a donor is told of a code. */
const DAYS_BEFORE = 5;

/**
 * Tells donors of the codes that end within five days and still have uses, once for each end: a code that was extended ends
 * again. One that came with a confirmation and is good for no longer than that was told of then.
 */
export async function tellOfEndingCodes(site: Pick<Site, 'database' | 'post' | 'clock'>): Promise<void> {
  const now = site.clock();
  const found = sql`
    select ${discountCodes.participantId} as participant_id, ${discountCodes.id} as about,
      (extract(epoch from ${discountCodes.expiresAt}) * 1000)::bigint as time, ${discountCodes.expiresAt} as send_before,
      jsonb_build_object('code', ${discountCodes.code}, 'usesLeft', ${discountCodes.maxUses} - ${discountCodes.useCount},
        'expiresAt', to_char(${discountCodes.expiresAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as content
    from ${discountCodes}
    where ${isUsable(now)} and ${discountCodes.expiresAt} <= ${addDays(now, DAYS_BEFORE)}
      and (${discountCodes.donationId} is null
        or ${discountCodes.generatedAt} < ${discountCodes.expiresAt} - interval '${sql.raw(String(DAYS_BEFORE))} days')`;
  await queueFoundNews(site.database, site, 'code_ending', found, now);
}
