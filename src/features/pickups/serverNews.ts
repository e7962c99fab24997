// The mails to the requester of a pickup. A newer mail replaces one that is not sent yet.
import { type Mailing, queuePickupNews, withdrawNews } from '#features/mail/serverOutbox.ts';
import type { Transaction } from '#server/db/database.ts';
import type { pickups } from '#server/db/schema.ts';

export type Pickup = typeof pickups.$inferSelect;

/** Mails the requester the new time of their pickup. Does nothing without a time, or if it is the same. */
export async function notifyScheduled(
  transaction: Transaction,
  mailing: Mailing,
  pickup: Pickup,
  previousTime: Date | null,
  now: Date,
): Promise<void> {
  const { id, scheduledAt } = pickup;
  if (!scheduledAt || scheduledAt.getTime() === previousTime?.getTime()) return;
  const withdrawnMails = await withdrawNews(transaction, mailing, ['pickup_scheduled'], [id]);
  // If the mail about the first time was not sent yet, this one replaces it.
  const isFirst = withdrawnMails > 0 || previousTime === null;
  await withdrawNews(transaction, mailing, ['pickup_moved', 'pickup_cancelled'], [id]);
  const news = createNews(pickup, scheduledAt.toISOString());
  if (news) {
    await queuePickupNews(transaction, mailing, isFirst ? 'pickup_scheduled' : 'pickup_moved', news, now);
  }
}

/** Mails the requester that nobody will come. With `onlyIfTimeKnown`, only a requester who was mailed a time. */
export async function notifyCancelled(
  transaction: Transaction,
  mailing: Mailing,
  pickup: Pickup,
  now: Date,
  { onlyIfTimeKnown = false }: { onlyIfTimeKnown?: boolean } = {},
): Promise<void> {
  const { id, scheduledAt } = pickup;
  const wasTimeUnsent = (await withdrawNews(transaction, mailing, ['pickup_scheduled'], [id])) > 0;
  await withdrawNews(transaction, mailing, ['pickup_moved'], [id]);
  const knownTime = wasTimeUnsent ? null : (scheduledAt?.toISOString() ?? null);
  if (onlyIfTimeKnown && knownTime === null) return;
  const news = createNews(pickup, knownTime);
  if (news) await queuePickupNews(transaction, mailing, 'pickup_cancelled', news, now);
}

/** The data for a mail to the requester. Null if the request has no email. */
function createNews<Time extends string | null>(
  { id, name, address, items, email, language, createdAt, calendarSequence: sequence }: Pickup,
  scheduledAt: Time,
) {
  if (!email) return null;
  const requestedAt = createdAt.toISOString();
  const content = { pickupId: id, name, address, items, requestedAt, scheduledAt, sequence };
  return { recipient: email, language, about: id, occurrence: sequence, content };
}
