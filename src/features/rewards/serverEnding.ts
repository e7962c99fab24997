// Donors are told of codes that are about to end.
import { and, lte } from 'drizzle-orm';
import { type Mailing, queueDonorNews } from '#features/mail/serverOutbox.ts';
import { inTransaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { discountCodes } from '#server/db/schema.ts';
import { addDays } from '#shared/dates.ts';
import { isUsable } from './serverRows.ts';

/** How many days before its end a donor is told of a code. */
const DAYS_BEFORE = 5;

/**
 * Tells donors of the codes that end within five days and still have uses, once for each end: a code that was extended ends
 * again. One that came with a confirmation and is good for no longer than that was told of then.
 */
export async function tellOfEndingCodes(site: Mailing & Pick<Site, 'database' | 'clock'>): Promise<void> {
  if (!site.post) return;
  const now = site.clock();
  await inTransaction(site.database, async (transaction) => {
    const codes = await transaction
      .select()
      .from(discountCodes)
      .where(and(isUsable(now), lte(discountCodes.expiresAt, addDays(now, DAYS_BEFORE))));
    const news = codes
      .filter(
        ({ donationId, generatedAt, expiresAt }) =>
          donationId === null || generatedAt < addDays(expiresAt, -DAYS_BEFORE),
      )
      .map(({ id, participantId, code, maxUses, useCount, expiresAt }) => ({
        participantId,
        about: id,
        time: expiresAt.getTime(),
        content: { code, usesLeft: maxUses - useCount, expiresAt: expiresAt.toISOString() },
        sendBefore: expiresAt,
      }));
    await queueDonorNews(transaction, site, 'code_ending', news, now);
  });
}
