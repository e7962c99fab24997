// The mails to the requester of a pickup. A mail that is not sent yet is replaced by the newer one.
import { type Mailing, queueAddressNews, withdrawNews } from '#features/mail/serverOutbox.ts';
import type { Transaction } from '#server/db/database.ts';
import type { pickups } from '#server/db/schema.ts';

export type Pickup = typeof pickups.$inferSelect;

/** Writes to the requester that their pickup has a time, or another one. Nothing if the time is the same. */
export async function notifyScheduled(
  transaction: Transaction,
  mailing: Mailing,
  pickup: Pickup,
  scheduledBefore: Date | null,
  now: Date,
): Promise<void> {
  const { id, scheduledAt } = pickup;
  if (!scheduledAt || scheduledAt.getTime() === scheduledBefore?.getTime()) return;
  // If the mail of the first time was not sent yet, this one replaces it.
  const isFirst =
    (await withdrawNews(transaction, mailing, ['pickup_scheduled'], [id])) > 0 || !scheduledBefore;
  await withdrawNews(transaction, mailing, ['pickup_moved', 'pickup_cancelled'], [id]);
  const news = newsOf(pickup, scheduledAt.toISOString());
  if (news) {
    await queueAddressNews(transaction, mailing, isFirst ? 'pickup_scheduled' : 'pickup_moved', news, now);
  }
}

/** Writes to the requester that nobody will come. If they know of no time, it writes only with `always`. */
export async function notifyCancelled(
  transaction: Transaction,
  mailing: Mailing,
  pickup: Pickup,
  now: Date,
  when: 'always' | 'if they know its time' = 'always',
): Promise<void> {
  const { id, scheduledAt } = pickup;
  const isUnsent = (await withdrawNews(transaction, mailing, ['pickup_scheduled'], [id])) > 0;
  await withdrawNews(transaction, mailing, ['pickup_moved'], [id]);
  const knownTime = isUnsent ? null : (scheduledAt?.toISOString() ?? null);
  if (when === 'if they know its time' && knownTime === null) return;
  const news = newsOf(pickup, knownTime);
  if (news) await queueAddressNews(transaction, mailing, 'pickup_cancelled', news, now);
}

/** A mail to the address in the request. Null if it has none. */
function newsOf<Time extends string | null>(
  { id, name, address, items, email, language, createdAt, calendarSequence: sequence }: Pickup,
  scheduledAt: Time,
) {
  if (!email) return null;
  const requestedAt = createdAt.toISOString();
  const content = { pickupId: id, name, address, items, requestedAt, scheduledAt, sequence };
  return { recipient: email, language, about: id, occurrence: sequence, content };
}
