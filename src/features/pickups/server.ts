import { and, asc, desc, eq, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { adminRecorder, recordVisitor } from '#features/audit/server.ts';
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
  placesLeft,
  whyNotCancellable,
  whyNotCancellableByLink,
  whyNotSettable,
} from './rules.ts';
import { notifyCancelled, notifyScheduled, type Pickup } from './serverNews.ts';

const record = adminRecorder('pickup');

export const pickupsFeature = implement(contract, {
  pickupWindows: async ({ database, site: { timeZone }, now }) => {
    const [row, bookings] = await Promise.all([
      readSettings(database),
      findBookings(database, dayOf(now, timeZone)),
    ]);
    const windows = listWindows(row, now, timeZone);
    return {
      ok: true as const,
      windows: windows.map((window) => ({ ...window, left: placesLeft(window, bookings) })),
    };
  },

  requestPickup: async ({
    transaction,
    body: { window: chosen, ...body },
    site,
    request,
    afterCommit,
    now,
  }) => {
    const window = chosen ? await takeWindow(transaction, chosen, now, site.timeZone) : null;
    const preferredAt =
      window?.startsAt ?? readInstant('preferredAt', body.preferredAt, site.timeZone) ?? null;
    const language = languageOf(request);
    const [added] = await transaction
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
    if (!added) throw new Error('The new pickup request was not returned.');
    await recordVisitor(transaction, now, {
      action: 'pickup.requested',
      entityType: 'pickup',
      entityId: added.id,
    });
    await queueStaffMail(
      transaction,
      site,
      {
        kind: 'staff_pickup',
        content: {
          pickupId: added.id,
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
      id: added.id,
      message: "We'll contact you within 1-2 business days to schedule your pickup." as const,
      note:
        window === null && isSkippedTime(body.preferredAt, site.timeZone)
          ? ('The time you chose does not exist: the clocks go forward then. We took the next one that does.' as const)
          : null,
      window,
      link: pickupUrl(site, added, language),
    };
  },

  pickupByLink: async ({ database, params: { token }, site }) => {
    const [pickup] = await database
      .select(columnsFor(pickups, linkedPickup))
      .from(pickups)
      .where(isLinked(site, token));
    if (!pickup) throw wrongLink();
    return { ok: true as const, pickup };
  },

  cancelPickupByLink: async ({ transaction, params: { token }, site, afterCommit, now }) => {
    const [before] = await transaction.select().from(pickups).where(isLinked(site, token)).for('update');
    if (!before) throw wrongLink();
    if (before.status === 'cancelled') return { ok: true as const, pickup: before };
    const why = whyNotCancellableByLink(before.status);
    if (why !== null) throw new Refusal('wrong_state', why);
    const pickup = await cancel(transaction, before, 'Cancelled by whoever asked for it', now);
    await recordVisitor(transaction, now, {
      action: 'pickup.cancelled',
      entityType: 'pickup',
      entityId: pickup.id,
      details: { from: before.status },
    });
    // Without a time no mail is sent: a stranger may have given somebody else's address.
    await notifyCancelled(transaction, site, pickup, now, 'if they know its time');
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
    const before = await lockPickup(transaction, id);
    const why = whyNotSettable(before.status, status, notes !== undefined || scheduledAt !== undefined);
    if (why !== null) throw new Refusal('wrong_state', consoleOnly(why));
    const isStep = !isReschedule(before.status, status);
    const pickup = await changePickup(transaction, id, {
      status,
      notes,
      scheduledAt,
      kilograms,
      ...(isStep && { formerStatus: before.status, statusReason: null }),
      closedAt: isClosed(status) ? now : undefined,
      calendarSequence: before.calendarSequence + (isOutdated(before, status, scheduledAt) ? 1 : 0),
    });
    await record(transaction, now, admin, isStep ? `pickup.${status}` : 'pickup.rescheduled', id, {
      ...(scheduledAt && { scheduledAt }),
      ...(kilograms !== undefined && { kilograms }),
      ...(notes !== undefined && { fields: ['notes'] }),
    });
    if (status === 'cancelled') await notifyCancelled(transaction, site, pickup, now);
    if (status === 'scheduled') await notifyScheduled(transaction, site, pickup, before.scheduledAt, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, pickup };
  },

  undoPickup: async ({ transaction, params: { id }, body: { reason }, admin, site, afterCommit, now }) => {
    const before = await lockPickup(transaction, id);
    const { formerStatus: status } = before;
    if (status === null) {
      throw new Refusal('nothing_to_undo', consoleOnly('This pickup has no step to take back.'));
    }
    const pickup = await changePickup(transaction, id, {
      status,
      // Cleared, so that a second press at the same moment does not take back another step.
      formerStatus: null,
      statusReason: reason,
      kilograms: null,
      scheduledAt: status === 'pending' ? null : undefined,
      closedAt: null,
      calendarSequence: before.calendarSequence + 1,
    });
    await record(transaction, now, admin, 'pickup.undone', id, { from: before.status, to: status });
    if (before.status === 'cancelled') {
      await withdrawNews(transaction, site, ['pickup_cancelled'], [id]);
      // With a time, its mail brings the calendar entry back. Without one there is no kind of mail to send.
      await notifyScheduled(transaction, site, pickup, null, now);
    }
    if (before.status === 'scheduled') {
      const { scheduledAt } = before;
      await notifyCancelled(transaction, site, { ...pickup, scheduledAt }, now, 'if they know its time');
    }
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, pickup };
  },

  cancelPickup: async ({ transaction, params: { id }, body: { reason }, admin, site, afterCommit, now }) => {
    const before = await lockPickup(transaction, id);
    const why = whyNotCancellable(before.status);
    if (why !== null) throw new Refusal('wrong_state', consoleOnly(why));
    const pickup = await cancel(transaction, before, reason, now);
    await record(transaction, now, admin, 'pickup.cancelled', id, { from: before.status });
    await notifyCancelled(transaction, site, pickup, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, pickup };
  },
});

/**
 * The chosen window, with the settings' row locked: of two who choose its last place at once the second finds it full.
 *
 * @throws Refusal 400 for a window that is not offered, 409 for a full one.
 */
async function takeWindow(
  transaction: Transaction,
  { date, from }: { date: Day; from: string },
  now: Date,
  timeZone: string,
): Promise<PickupWindow> {
  const row = onlyRow(await transaction.select().from(settings).for('update'));
  const window = listWindows(row, now, timeZone).find(
    (offered) => offered.date === date && offered.from === from,
  );
  if (!window) {
    throw invalidFields({ window: 'This time is not offered any more. Please choose another.' });
  }
  if (placesLeft(window, await findBookings(transaction, date)) === 0) {
    throw new Refusal('window_full', 'This time is full by now. Please choose another.');
  }
  return window;
}

/** The pickups that take places in windows from a day on. */
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

function isLinked({ secrets }: Pick<Site, 'secrets'>, token: string): SQL | undefined {
  const linked = verifyPickupToken(secrets, token);
  if (!linked) throw wrongLink();
  return and(eq(pickups.id, linked.id), eq(pickups.createdAt, linked.createdAt));
}

function wrongLink(): Refusal {
  return new Refusal('not_found', 'This link does not work. Please open the whole of it, or write to us.');
}

async function cancel(
  transaction: Transaction,
  before: Pickup,
  statusReason: string,
  now: Date,
): Promise<Pickup> {
  return await changePickup(transaction, before.id, {
    status: 'cancelled',
    formerStatus: before.status,
    statusReason,
    closedAt: now,
    calendarSequence: before.calendarSequence + 1,
  });
}

async function lockPickup(transaction: Transaction, id: number): Promise<Pickup> {
  const [pickup] = await transaction.select().from(pickups).where(eq(pickups.id, id)).for('update');
  if (!pickup) throw new Refusal('not_found', consoleOnly('There is no such pickup request.'));
  return pickup;
}

async function changePickup(
  transaction: Transaction,
  id: number,
  change: PgUpdateSetSource<typeof pickups>,
): Promise<Pickup> {
  const [pickup] = await transaction.update(pickups).set(change).where(eq(pickups.id, id)).returning();
  if (!pickup) throw new Error('The changed pickup request was not returned.');
  return pickup;
}

/**
 * An instant from a text. Without an offset it is in the site's time zone.
 *
 * @throws Refusal 400 for a year before 1001 or after 9998.
 */
function readInstant(field: string, text: string | undefined, timeZone: string): Date | undefined {
  if (text === undefined) return undefined;
  checkYears({ [field]: text }, 'Please choose a date and time');
  return hasOffset(text) ? new Date(text) : instantOf(text, timeZone);
}

/** Whether a text without an offset is a time that the site's clocks skip. */
function isSkippedTime(text: string | undefined, timeZone: string): boolean {
  return text !== undefined && !hasOffset(text) && isSkipped(text, timeZone);
}

function hasOffset(text: string): boolean {
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text);
}

/** Whether a change outdates the calendar entry that was mailed with the first time. */
function isOutdated(before: Pickup, status: Pickup['status'], scheduledAt: Date | undefined): boolean {
  // A calendar entry that was cancelled comes back with a higher sequence number.
  if (before.scheduledAt === null) return before.calendarSequence > 0 && scheduledAt !== undefined;
  return (
    status === 'cancelled' || (scheduledAt ?? before.scheduledAt).getTime() !== before.scheduledAt.getTime()
  );
}

/**
 * Pickup requests with a participant's email, or without an email and with their phone number. A household may share a
 * number, so a request with another email is somebody else's.
 */
export function requestedBy({ email, phone }: { email: string | null; phone: string | null }): SQL {
  const isEmail = email === null ? sql`false` : sql`lower(${pickups.email}) = lower(${email})`;
  const isPhone =
    phone === null
      ? sql`false`
      : sql`(${pickups.email} is null and ${phoneDigits(pickups.phone)} = ${phoneDigits(sql`${phone}::text`)})`;
  return sql`(${isEmail} or ${isPhone})`;
}

/** @returns how many were deleted. */
export async function deletePickups(transaction: Transaction, condition: SQL | undefined): Promise<number> {
  const deleted = await transaction.delete(pickups).where(condition).returning({ id: pickups.id });
  return deleted.length;
}

/**
 * Deletes requests that were completed or cancelled before a moment. The others are still to be collected.
 *
 * @returns how many, at most `most`.
 */
export async function deleteClosedPickups(
  transaction: Transaction,
  before: Date,
  most: number,
): Promise<number> {
  const due = transaction
    .select({ id: pickups.id })
    .from(pickups)
    .where(lt(pickups.closedAt, before))
    .limit(most);
  return await deletePickups(transaction, inArray(pickups.id, due));
}

/** Pickups of a day by their time: scheduled for it or earlier and still open, or for it and completed. */
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
