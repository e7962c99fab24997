// What whoever asked for a pickup is told of it, at the address in the request.
import { type Mailing, queueAddressNews, withdrawNews } from '#features/mail/serverOutbox.ts';
import type { Transaction } from '#server/db/database.ts';
import type { pickups } from '#server/db/schema.ts';

type Pickup = typeof pickups.$inferSelect;

/** Tells them when somebody comes, if that is known and another time than before. */
export async function tellScheduled(
  transaction: Transaction,
  mailing: Mailing,
  pickup: Pickup,
  scheduledBefore: Date | null,
  now: Date,
): Promise<void> {
  const { id, email, language, scheduledAt, calendarSequence: sequence } = pickup;
  if (!scheduledAt || scheduledAt.getTime() === scheduledBefore?.getTime()) return;
  // Who has not heard of the first time hears of this one alone.
  const isFirst =
    (await withdrawNews(transaction, mailing, ['pickup_scheduled'], [id])) > 0 || !scheduledBefore;
  await withdrawNews(transaction, mailing, ['pickup_moved'], [id]);
  if (!email) return;
  const content = { ...factsOf(pickup), scheduledAt: scheduledAt.toISOString(), sequence };
  const kind = isFirst ? 'pickup_scheduled' : 'pickup_moved';
  const news = { recipient: email, language, about: id, time: sequence, content };
  await queueAddressNews(transaction, mailing, kind, news, now);
}

/** Tells them that nobody comes. */
export async function tellCancelled(
  transaction: Transaction,
  mailing: Mailing,
  pickup: Pickup,
  now: Date,
): Promise<void> {
  const { id, email, language, scheduledAt, calendarSequence: sequence } = pickup;
  await withdrawNews(transaction, mailing, ['pickup_scheduled', 'pickup_moved'], [id]);
  if (!email) return;
  const content = { ...factsOf(pickup), scheduledAt: scheduledAt?.toISOString() ?? null, sequence };
  const news = { recipient: email, language, about: id, time: sequence, content };
  await queueAddressNews(transaction, mailing, 'pickup_cancelled', news, now);
}

function factsOf({ id, name, address, items }: Pickup) {
  return { pickupId: id, name, address, items };
}
