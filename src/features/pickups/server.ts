import { and, asc, desc, eq, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { adminRecorder, recordVisitorAction } from '#features/audit/server.ts';
import { verifyPickupToken, pickupUrl } from '#features/mail/serverLinks.ts';
import { withdrawNews } from '#features/mail/serverOutbox.ts';
import { queueStaffMail } from '#features/mail/serverStaffMail.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { columnsFor } from '#server/db/queries.ts';
import { implement, type Site } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import { checkYears, invalidFields, Refusal } from '#server/http/refusal.ts';
import { phoneDigits, pickups, settings } from '#server/db/schema.ts';
import { onlyRow, readSettings } from '#server/settings.ts';
import { type Day, dayOf, instantOf, isSkipped, nextDay, startOfDay } from '#shared/dates.ts';
import { consoleOnly } from '#shared/sentence.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { contract, linkedPickup } from './contract.ts';
import {
  isClosed,
  isReschedule,
  listWindows,
  type PickupWindow,
  countPlacesLeft,
  whyNotCancellable,
  whyNotCancellableByLink,
  whyNotSettable,
} from './rules.ts';
import { notifyCancelled, notifyScheduled, type Pickup } from './serverNews.ts';

const record = adminRecorder('pickup');

export const pickupsFeature = implement(contract, {
  pickupWindows: async ({ database, site: { timeZone }, now }) => {
    const [siteSettings, bookings] = await Promise.all([
      readSettings(database),
      findBookings(database, dayOf(now, timeZone)),
    ]);
    const windows = listWindows(siteSettings, now, timeZone);
    return {
      ok: true as const,
      windows: windows.map((window) => ({ ...window, left: countPlacesLeft(window, bookings) })),
    };
  },

  requestPickup: async ({
    transaction,
    body: { window: chosenWindow, ...body },
    site,
    request,
    afterCommit,
    now,
  }) => {
    const window = chosenWindow ? await takeWindow(transaction, chosenWindow, now, site.timeZone) : null;
    const preferredAt =
      window?.startsAt ?? readInstant('preferredAt', body.preferredAt, site.timeZone) ?? null;
    const isTimeSkipped = window === null && isSkippedTime(body.preferredAt, site.timeZone);
    const language = languageOf(request);
    const [newPickup] = await transaction
      .insert(pickups)
      .values({
        ...body,
        preferredAt,
        windowDate: window?.date,
        windowFrom: window?.from,
        windowTo: window?.to,
        language,
        createdAt: now,
      })
      .returning({ id: pickups.id, createdAt: pickups.createdAt });
    if (!newPickup) throw new Error('The new pickup request was not returned.');
    await recordVisitorAction(transaction, now, {
      action: 'pickup.requested',
      entityType: 'pickup',
      entityId: newPickup.id,
    });
    await queueStaffMail(
      transaction,
      site,
      {
        kind: 'staff_pickup',
        content: {
          pickupId: newPickup.id,
          preferredAt: preferredAt?.toISOString() ?? null,
          waiting: await transaction.$count(pickups, eq(pickups.status, 'pending')),
        },
        limit: { name: 'pickupMail', subject: 'pickups' },
      },
      now,
    );
    afterCommit(async () => site.wakeMail());
    return {
      ok: true as const,
      id: newPickup.id,
      message: "We'll contact you within 1-2 business days to schedule your pickup." as const,
      note: isTimeSkipped
        ? ('The time you chose does not exist: the clocks go forward then. We took the next one that does.' as const)
        : null,
      window,
      link: pickupUrl(site, newPickup, language),
    };
  },

  pickupByLink: async ({ database, params: { token }, site }) => {
    const [pickup] = await database
      .select(columnsFor(pickups, linkedPickup))
      .from(pickups)
      .where(createLinkCondition(site, token));
    if (!pickup) throw linkNotFound();
    return { ok: true as const, pickup };
  },

  cancelPickupByLink: async ({ transaction, params: { token }, site, afterCommit, now }) => {
    const [previous] = await transaction
      .select()
      .from(pickups)
      .where(createLinkCondition(site, token))
      .for('update');
    if (!previous) throw linkNotFound();
    if (previous.status === 'cancelled') return { ok: true as const, pickup: previous };
    const why = whyNotCancellableByLink(previous.status);
    if (why !== null) throw new Refusal('wrong_state', why);
    const pickup = await markCancelled(transaction, previous, 'Cancelled by the requester', now);
    await recordVisitorAction(transaction, now, {
      action: 'pickup.cancelled',
      entityType: 'pickup',
      entityId: pickup.id,
      details: { from: previous.status },
    });
    // Without a known time no mail is sent, since a stranger may have typed somebody else's address.
    await notifyCancelled(transaction, site, pickup, now, { onlyIfTimeKnown: true });
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, pickup };
  },

  adminPickups: async ({ database, query: { limit, offset, status } }) => {
    const condition = status ? eq(pickups.status, status) : undefined;
    const [rows, total] = await Promise.all([
      database
        .select()
        .from(pickups)
        .where(condition)
        .orderBy(desc(pickups.createdAt), desc(pickups.id))
        .limit(limit)
        .offset(offset),
      database.$count(pickups, condition),
    ]);
    return { ok: true as const, pickups: rows, total, limit, offset };
  },

  setPickupStatus: async ({ transaction, params: { id }, body, admin, site, afterCommit, now }) => {
    const { status, notes, kilograms } = body;
    const scheduledAt = readInstant('scheduledAt', body.scheduledAt, site.timeZone);
    const previous = await lockPickup(transaction, id);
    const why = whyNotSettable(previous.status, status, notes !== undefined || scheduledAt !== undefined);
    if (why !== null) throw new Refusal('wrong_state', consoleOnly(why));
    const isStep = !isReschedule(previous.status, status);
    const isCalendarOutdated = outdatesCalendarEntry(previous, status, scheduledAt);
    const pickup = await updatePickup(transaction, id, {
      status,
      notes,
      scheduledAt,
      kilograms,
      ...(isStep && { formerStatus: previous.status, statusReason: null }),
      closedAt: isClosed(status) ? now : undefined,
      calendarSequence: isCalendarOutdated ? previous.calendarSequence + 1 : previous.calendarSequence,
    });
    await record(transaction, now, admin, isStep ? `pickup.${status}` : 'pickup.rescheduled', id, {
      ...(scheduledAt && { scheduledAt }),
      ...(kilograms !== undefined && { kilograms }),
      ...(notes !== undefined && { fields: ['notes'] }),
    });
    if (status === 'cancelled') await notifyCancelled(transaction, site, pickup, now);
    if (status === 'scheduled') await notifyScheduled(transaction, site, pickup, previous.scheduledAt, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, pickup };
  },

  undoPickup: async ({ transaction, params: { id }, body: { reason }, admin, site, afterCommit, now }) => {
    const previous = await lockPickup(transaction, id);
    const { formerStatus: status } = previous;
    if (status === null) {
      throw new Refusal('nothing_to_undo', consoleOnly('This pickup has no step to take back.'));
    }
    const pickup = await updatePickup(transaction, id, {
      status,
      // Cleared, since only one step is stored: a second undo is refused.
      formerStatus: null,
      statusReason: reason,
      kilograms: null,
      scheduledAt: status === 'pending' ? null : undefined,
      closedAt: null,
      calendarSequence: previous.calendarSequence + 1,
    });
    await record(transaction, now, admin, 'pickup.undone', id, { from: previous.status, to: status });
    if (previous.status === 'cancelled') {
      await withdrawNews(transaction, site, ['pickup_cancelled'], [id]);
      // A pickup with a time gets a mail that restores its calendar entry. Without a time there is no such mail.
      await notifyScheduled(transaction, site, pickup, null, now);
    }
    if (previous.status === 'scheduled') {
      // The mail names the time that this undo removes from the pickup.
      const { scheduledAt } = previous;
      await notifyCancelled(transaction, site, { ...pickup, scheduledAt }, now, { onlyIfTimeKnown: true });
    }
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, pickup };
  },

  cancelPickup: async ({ transaction, params: { id }, body: { reason }, admin, site, afterCommit, now }) => {
    const previous = await lockPickup(transaction, id);
    const why = whyNotCancellable(previous.status);
    if (why !== null) throw new Refusal('wrong_state', consoleOnly(why));
    const pickup = await markCancelled(transaction, previous, reason, now);
    await record(transaction, now, admin, 'pickup.cancelled', id, { from: previous.status });
    await notifyCancelled(transaction, site, pickup, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, pickup };
  },
});

/**
 * Returns the chosen window and locks the settings' row, so that two requests cannot both take the last place.
 *
 * @throws Refusal 400 for a window that is not offered, 409 for a full one.
 */
async function takeWindow(
  transaction: Transaction,
  { date, from }: { date: Day; from: string },
  now: Date,
  timeZone: TimeZone,
): Promise<PickupWindow> {
  const siteSettings = onlyRow(await transaction.select().from(settings).for('update'));
  const window = listWindows(siteSettings, now, timeZone).find(
    (offered) => offered.date === date && offered.from === from,
  );
  if (!window) {
    throw invalidFields({ window: 'This time is not offered any more. Please choose another.' });
  }
  if (countPlacesLeft(window, await findBookings(transaction, date)) === 0) {
    throw new Refusal('window_full', 'This time is full by now. Please choose another.');
  }
  return window;
}

/** Finds the pickups that take places in windows on a day or later. */
async function findBookings(executor: Executor, from: Day) {
  return await executor
    .select({
      windowDate: pickups.windowDate,
      windowFrom: pickups.windowFrom,
      scheduledAt: pickups.scheduledAt,
    })
    .from(pickups)
    .where(and(gte(pickups.windowDate, from), ne(pickups.status, 'cancelled')));
}

/**
 * The condition for the pickup of a private link.
 *
 * @throws Refusal 404 if the token is not valid.
 */
function createLinkCondition({ secrets }: Pick<Site, 'secrets'>, token: string): SQL | undefined {
  const decodedLink = verifyPickupToken(secrets, token);
  if (!decodedLink) throw linkNotFound();
  return and(eq(pickups.id, decodedLink.id), eq(pickups.createdAt, decodedLink.createdAt));
}

function linkNotFound(): Refusal {
  return new Refusal('not_found', 'This link does not work. Please open the whole of it, or write to us.');
}

async function markCancelled(
  transaction: Transaction,
  previous: Pickup,
  statusReason: string,
  now: Date,
): Promise<Pickup> {
  return await updatePickup(transaction, previous.id, {
    status: 'cancelled',
    formerStatus: previous.status,
    statusReason,
    closedAt: now,
    calendarSequence: previous.calendarSequence + 1,
  });
}

async function lockPickup(transaction: Transaction, id: number): Promise<Pickup> {
  const [pickup] = await transaction.select().from(pickups).where(eq(pickups.id, id)).for('update');
  if (!pickup) throw new Refusal('not_found', consoleOnly('There is no such pickup request.'));
  return pickup;
}

async function updatePickup(
  transaction: Transaction,
  id: number,
  changes: PgUpdateSetSource<typeof pickups>,
): Promise<Pickup> {
  const [pickup] = await transaction.update(pickups).set(changes).where(eq(pickups.id, id)).returning();
  if (!pickup) throw new Error('The changed pickup request was not returned.');
  return pickup;
}

/**
 * Reads an instant from a text, in the site's time zone if the text has no offset.
 *
 * @throws Refusal 400 for a year before 1001 or after 9998.
 */
function readInstant(field: string, text: string | undefined, timeZone: TimeZone): Date | undefined {
  if (text === undefined) return undefined;
  checkYears({ [field]: text }, 'Please choose a date and time');
  return hasOffset(text) ? new Date(text) : instantOf(text, timeZone);
}

/** Whether a text is a local time that the site's clocks skip. */
function isSkippedTime(text: string | undefined, timeZone: TimeZone): boolean {
  return text !== undefined && !hasOffset(text) && isSkipped(text, timeZone);
}

function hasOffset(text: string): boolean {
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text);
}

/** Whether a change outdates the calendar entry that the requester got by mail. */
function outdatesCalendarEntry(
  previous: Pickup,
  status: Pickup['status'],
  scheduledAt: Date | undefined,
): boolean {
  // Without a time, any earlier entry was cancelled. Only a higher sequence number brings it back.
  if (previous.scheduledAt === null) return previous.calendarSequence > 0 && scheduledAt !== undefined;
  const newTime = scheduledAt ?? previous.scheduledAt;
  return status === 'cancelled' || newTime.getTime() !== previous.scheduledAt.getTime();
}

/**
 * The condition for a participant's pickup requests: those with their email, or with their phone number and no email.
 * Households share numbers, so a request with another email counts as somebody else's.
 */
export function isRequestedBy({ email, phone }: { email: string | null; phone: string | null }): SQL {
  const isEmail = email === null ? sql`false` : sql`lower(${pickups.email}) = lower(${email})`;
  const isPhone =
    phone === null
      ? sql`false`
      : sql`(${pickups.email} is null and ${phoneDigits(pickups.phone)} = ${phoneDigits(sql`${phone}::text`)})`;
  return sql`(${isEmail} or ${isPhone})`;
}

/** @returns the number of deleted pickups. */
export async function deletePickups(transaction: Transaction, condition: SQL): Promise<number> {
  const deleted = await transaction.delete(pickups).where(condition).returning({ id: pickups.id });
  return deleted.length;
}

/**
 * Deletes pickups that were completed or cancelled before an instant. Open ones stay, whatever their age.
 *
 * @returns the number of deleted pickups, at most `limit`.
 */
export async function deleteClosedPickups(
  transaction: Transaction,
  closedBefore: Date,
  limit: number,
): Promise<number> {
  const closed = transaction
    .select({ id: pickups.id })
    .from(pickups)
    .where(lt(pickups.closedAt, closedBefore))
    .limit(limit);
  return await deletePickups(transaction, inArray(pickups.id, closed));
}

/** Finds the completed pickups of a day, and those of this day or earlier that are still scheduled, sorted by time. */
export async function findPickupsOn(executor: Executor, day: Day, timeZone: TimeZone) {
  return await executor
    .select()
    .from(pickups)
    .where(
      and(
        inArray(pickups.status, ['scheduled', 'completed']),
        lt(pickups.scheduledAt, startOfDay(nextDay(day), timeZone)),
        or(eq(pickups.status, 'scheduled'), gte(pickups.scheduledAt, startOfDay(day, timeZone))),
      ),
    )
    .orderBy(asc(pickups.scheduledAt), asc(pickups.id));
}
