// Newsletter subscribers: one row for an email address, however it is written and however often it comes.
// The answer never tells whether an address was there before.
import { type SQL, sql } from 'drizzle-orm';
import { recordVisitor } from '#features/audit/server.ts';
import type { Transaction } from '#server/database.ts';
import { implement } from '#server/http/call.ts';
import { insertInto } from '#server/rows.ts';
import { newsletterSubscribers } from '#server/schema.ts';
import { contract } from './contract.ts';

export const newsletterFeature = implement(contract, {
  subscribe: async ({ transaction, body, now }) => {
    const [added] = await insertInto(transaction, newsletterSubscribers, {
      later: ['consentText', 'source', 'address', 'confirmedAt', 'unsubscribedAt'],
    })
      .values({ ...body, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: newsletterSubscribers.id });
    if (added) {
      await recordVisitor(transaction, now, {
        action: 'newsletter.subscribed',
        entityType: 'system',
        entityId: added.id,
      });
    }
    return { ok: true as const, message: 'Thank you for subscribing. You will hear from us.' };
  },
});

/** Ends the subscriptions that meet a condition. Gives how many. */
export async function unsubscribe(transaction: Transaction, condition: SQL | undefined): Promise<number> {
  const ended = await transaction
    .delete(newsletterSubscribers)
    .where(condition)
    .returning({ id: newsletterSubscribers.id });
  return ended.length;
}

/** Who subscribed with an address, however it is written. */
export function isSubscribed(email: string): SQL {
  return sql`lower(${newsletterSubscribers.email}) = lower(${email})`;
}
