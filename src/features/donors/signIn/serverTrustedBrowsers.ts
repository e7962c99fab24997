// Browsers in which a donor signs in without a code, since one was typed there before.
import { and, eq, gt } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { TRUSTED_DAYS } from '#server/http/sessions.ts';
import { trustedBrowsers } from '#server/db/schema.ts';
import { digest, randomToken } from '#server/secrets.ts';
import { addDays } from '#shared/dates.ts';

/** Whether a browser is trusted by somebody. */
export async function isTrusted(
  transaction: Transaction,
  token: string,
  participantId: number | null,
  now: Date,
): Promise<boolean> {
  const trusted = await transaction.$count(
    trustedBrowsers,
    and(
      eq(trustedBrowsers.tokenHash, digest(token)),
      eq(trustedBrowsers.participantId, participantId ?? 0),
      gt(trustedBrowsers.expiresAt, now),
    ),
  );
  return trusted > 0;
}

/**
 * Has a browser be trusted by one person more. A copy that somebody made of its cookie before is worth nothing afterwards.
 *
 * @returns the token for its cookie.
 */
export async function trustBrowser(
  transaction: Transaction,
  token: string | undefined,
  participantId: number,
  now: Date,
): Promise<string> {
  const own = randomToken();
  const expiresAt = addDays(now, TRUSTED_DAYS);
  if (token !== undefined) {
    await transaction
      .update(trustedBrowsers)
      .set({ tokenHash: digest(own) })
      .where(eq(trustedBrowsers.tokenHash, digest(token)));
  }
  await transaction
    .insert(trustedBrowsers)
    .values({ tokenHash: digest(own), participantId, createdAt: now, expiresAt })
    .onConflictDoUpdate({
      target: [trustedBrowsers.tokenHash, trustedBrowsers.participantId],
      set: { createdAt: now, expiresAt },
    });
  return own;
}
