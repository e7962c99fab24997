// Newsletter subscribers: one row for an email address, however it is written and however often it comes.
// The answer never tells whether an address was there before.
import { recordVisitor } from '#features/audit/server.ts';
import { implement } from '#server/http/call.ts';
import { insertInto } from '#server/rows.ts';
import { newsletterSubscribers } from '#server/schema.ts';
import { contract } from './contract.ts';

export const newsletterFeature = implement(contract, {
  subscribe: async ({ transaction, body, now }) => {
    const [added] = await insertInto(transaction, newsletterSubscribers)
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
