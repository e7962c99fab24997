// Pickup requests. Their names and addresses are for admins only; a request moves on by one conditional
// statement, so two admins cannot both complete or cancel it.
import { consoleOnly } from '#shared/sentence.ts';
import { and, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { doneBy, recordAudit, recordVisitor } from '#features/audit/server.ts';
import { instantOf } from '#shared/dates.ts';
import type { Transaction } from '#server/db/database.ts';
import { implement } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import { checkYears, Refusal } from '#server/http/refusal.ts';
import { phoneDigits, pickups } from '#server/db/schema.ts';
import { contract } from './contract.ts';
import { tellCancelled, tellScheduled } from './serverNews.ts';
import {
  isClosed,
  isMovedBy,
  pickupStatuses,
  type PickupStatus,
  statusesBefore,
  whyNotMovable,
} from './rules.ts';

export const pickupsFeature = implement(contract, {
  requestPickup: async ({ transaction, body, site, request, now }) => {
    const { timeZone } = site;
    const { preferredAt, ...others } = body;
    const asked = { ...others, language: languageOf(request) };
    const [added] = await transaction
      .insert(pickups)
      .values({
        ...asked,
        preferredAt: preferredAt ? givenInstant('preferredAt', preferredAt, timeZone) : null,
        createdAt: now,
      })
      .returning({ id: pickups.id });
    if (!added) throw new Error('The new pickup request was not returned.');
    await recordVisitor(transaction, now, {
      action: 'pickup.requested',
      entityType: 'pickup',
      entityId: added.id,
    });
    return {
      ok: true as const,
      id: added.id,
      message: "We'll contact you within 1-2 business days to schedule your pickup." as const,
    };
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
    const { timeZone } = site;
    const { status, scheduledAt, ...others } = body;
    const given = {
      ...others,
      scheduledAt: scheduledAt ? givenInstant('scheduledAt', scheduledAt, timeZone) : undefined,
    };
    const before = transaction
      .select({ id: pickups.id, scheduledAt: pickups.scheduledAt })
      .from(pickups)
      .where(eq(pickups.id, id))
      .for('update')
      .as('before');
    const change = async (from: PickupStatus[]) => {
      const [changed] = await transaction
        .update(pickups)
        .set({
          status,
          ...given,
          closedAt: isClosed(status) ? now : undefined,
          calendarSequence: changesEntry(status, given.scheduledAt),
        })
        .from(before)
        .where(and(eq(pickups.id, before.id), inArray(pickups.status, from)))
        .returning({ ...getTableColumns(pickups), scheduledBefore: before.scheduledAt });
      return changed;
    };
    const movedOn = await change(statusesBefore(status));
    const changesSomething = Object.values(given).some((value) => value !== undefined);
    const moved =
      movedOn ??
      (changesSomething && (await change(pickupStatuses.filter((from) => isMovedBy(from, status)))));
    if (!moved) {
      const [pickup] = await transaction.select().from(pickups).where(eq(pickups.id, id));
      if (!pickup) throw new Refusal('not_found', consoleOnly('There is no such pickup request.'));
      const why =
        whyNotMovable(pickup.status) ?? `This pickup is ${pickup.status} and cannot become ${status}.`;
      throw new Refusal('wrong_state', consoleOnly(why));
    }
    await recordAudit(transaction, now, {
      ...doneBy(admin),
      action: movedOn ? `pickup.${status}` : 'pickup.rescheduled',
      entityType: 'pickup',
      entityId: id,
      details: {
        ...(given.scheduledAt && { scheduledAt: given.scheduledAt }),
        ...(given.notes !== undefined && { fields: ['notes'] }),
      },
    });
    const { scheduledBefore, ...pickup } = moved;
    if (status === 'cancelled') await tellCancelled(transaction, site, pickup, now);
    if (status === 'scheduled') await tellScheduled(transaction, site, pickup, scheduledBefore, now);
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, pickup };
  },
});

/** Somebody has the entry in their calendar from the first time that was agreed on. */
function changesEntry(status: PickupStatus, scheduledAt: Date | undefined): SQL | undefined {
  const isChanged =
    status === 'cancelled' ? sql`true` : scheduledAt && sql`${pickups.scheduledAt} <> ${scheduledAt}`;
  return (
    isChanged &&
    sql`${pickups.calendarSequence} + case when ${pickups.scheduledAt} is not null and ${isChanged} then 1 else 0 end`
  );
}

/** A time without an offset is one on the site's clocks. */
function givenInstant(field: string, text: string, timeZone: string): Date {
  checkYears({ [field]: text }, 'Please choose a date and time');
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? new Date(text) : instantOf(text, timeZone);
}

/**
 * Pickup requests that carry a participant's noted email, or where they carry none the noted phone number: by a number
 * alone a household may have asked, by another email somebody else.
 */
export function requestedBy({ email, phone }: { email: string | null; phone: string | null }): SQL {
  const isEmail = email === null ? sql`false` : sql`lower(${pickups.email}) = lower(${email})`;
  const isNumber =
    phone === null
      ? sql`false`
      : sql`(${pickups.email} is null and ${phoneDigits(pickups.phone)} = ${phoneDigits(sql`${phone}::text`)})`;
  return sql`(${isEmail} or ${isNumber})`;
}

/** Deletes the requests that meet a condition. Gives how many. */
export async function deletePickups(transaction: Transaction, condition: SQL | undefined): Promise<number> {
  const deleted = await transaction.delete(pickups).where(condition).returning({ id: pickups.id });
  return deleted.length;
}

/** Deletes requests that were completed or cancelled before a moment; somebody may still have to come for the others. Gives how many. */
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
