import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import { recordBadges } from '#features/donors/serverDonors.ts';
import { columnsFor, fold } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { implement, type Site } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { donations, partners, settings } from '#server/db/schema.ts';
import { onlyRow, readSettings, type SettingsRow } from '#server/settings.ts';
import { type Day, dayOf, monthOf, startOfDay } from '#shared/dates.ts';
import { consoleOnly } from '#shared/sentence.ts';
import type { UtcOffset } from '#shared/timeZone.ts';
import { contract, type Settings, type SiteInfo, storeInfo } from './contract.ts';
import { type SiteDay, siteDay, siteOffsets } from './rules.ts';

export const settingsFeature = implement(contract, {
  siteInfo: async ({ database, site, now }) => {
    const { timeZone } = site;
    const day = readDay(now, timeZone);
    const [{ row, ...month }, stores] = await Promise.all([
      readSettingsAndMonth(database, day.today),
      listActivePartners(database),
    ]);
    return {
      ok: true as const,
      ...publicSettings(row, month),
      sendsMail: site.mailer !== null,
      partners: stores,
      timeZone,
      ...day,
    };
  },

  communitySummary: async ({ database, site: { timeZone }, now }) => {
    const { row, kg, weighedShare } = await readSettingsAndMonth(database, dayOf(now, timeZone));
    return { ok: true as const, confirmedThisMonth: kg, weighedShare, goal: row.monthlyGoalKilograms };
  },

  settings: async ({ database }) => settingsAnswer(await readSettings(database)),

  changeSettings: async ({ transaction, body: { updatedAt, ...requested }, admin, now }) => {
    const row = onlyRow(await transaction.select().from(settings).for('update'));
    if (updatedAt !== undefined && toMilliseconds(updatedAt) !== toMilliseconds(row.updatedAt)) {
      throw new Refusal(
        'settings_changed',
        consoleOnly(
          `${row.updatedBy ?? 'Somebody'} saved other settings meanwhile. Nothing of yours is saved yet.`,
        ),
      );
    }
    const before = toSettings(row);
    const after: Settings = {
      ...before,
      ...requested,
      donorId: { ...before.donorId, ...requested.donorId },
      retention: { ...before.retention, ...requested.retention },
    };
    const changedParts = findChangedParts(before, after);
    if (changedParts.length === 0) return settingsAnswer(row);
    if (changedParts.includes('milestones')) await recordBadges(transaction, before.milestones);
    const saved = await transaction
      .update(settings)
      .set({ ...toColumns(after), updatedAt: nextUpdatedAt(row.updatedAt, now), updatedBy: admin.username })
      .returning();
    await recordAudit(transaction, now, {
      ...doneBy(admin),
      action: 'settings.updated',
      entityType: 'system',
      entityId: null,
      details: { before: auditedParts(before, changedParts), after: auditedParts(after, changedParts) },
    });
    return settingsAnswer(onlyRow(saved));
  },
});

/** The site info to render a page with, and when the settings last changed. The page loads the month and the stores itself. */
export async function publicSite({
  database,
  mailer,
  timeZone,
}: Pick<Site, 'database' | 'mailer' | 'timeZone'>): Promise<{ site: SiteInfo; updatedAt: Date | null }> {
  const row = await readSettings(database);
  const site = {
    ...publicSettings(row, { kg: 0, weighedShare: null }),
    sendsMail: mailer !== null,
    partners: [],
    timeZone,
  };
  return { site, updatedAt: row.updatedAt };
}

function publicSettings(row: SettingsRow, month: Month) {
  return {
    rewards: { usesPerCode: row.usesPerCode, daysValid: row.daysValid },
    community: { monthlyGoal: row.monthlyGoalKilograms, month },
    milestones: row.milestones,
    organization: row.organization,
    isRegisteredNonprofit: row.isRegisteredNonprofit,
    hasPickupWindows: row.pickupWindows.length > 0,
    donorId: { hint: row.donorIdHint, digits: row.donorIdDigits },
    maxDaysBack: row.maxDaysBack,
  };
}

type Month = SiteInfo['community']['month'];

type DayResponse = SiteDay & { utcOffsets: UtcOffset[] };

let cachedDay: { startsAt: Date; endsAt: Date; timeZone: string; day: DayResponse } | undefined;

/** Cached for the day, since every page asks for it and computing the offsets takes milliseconds. */
function readDay(now: Date, timeZone: string): DayResponse {
  if (cachedDay?.timeZone !== timeZone || now < cachedDay.startsAt || now >= cachedDay.endsAt) {
    const day = siteDay(now, timeZone);
    cachedDay = {
      startsAt: startOfDay(day.today, timeZone),
      endsAt: new Date(day.tomorrowStartsAt),
      timeZone,
      day: { ...day, utcOffsets: siteOffsets(day.today, timeZone) },
    };
  }
  return cachedDay.day;
}

/** The settings, and the confirmed kilograms dated in the month of `today`, in one query. */
async function readSettingsAndMonth(executor: Executor, today: Day) {
  const { from, before } = monthOf(today);
  const confirmed = executor
    .select({
      kg: sql<number>`coalesce(sum(${donations.kilograms}), 0)::float8`.as('kg'),
      weighedShare: sql<
        number | null
      >`(coalesce(sum(${donations.measuredKg}), 0) / sum(${donations.kilograms}))::float8`.as(
        'weighed_share',
      ),
    })
    .from(donations)
    // Not `eq(…, true)`, because the partial index has exactly this condition.
    .where(and(sql`${donations.isConfirmed}`, gte(donations.date, from), lt(donations.date, before)))
    .as('confirmed');
  return onlyRow(
    await executor
      .select({ row: settings, kg: confirmed.kg, weighedShare: confirmed.weighedShare })
      .from(settings)
      .crossJoin(confirmed),
  );
}

async function listActivePartners(executor: Executor) {
  return await executor
    .select(columnsFor(partners, storeInfo))
    .from(partners)
    .where(eq(partners.isActive, true))
    .orderBy(asc(fold(partners.name)), asc(partners.id));
}

/** For comparing, since one instant may be written in several ways. */
function toMilliseconds(at: string | Date | null): number | null {
  return at === null ? null : new Date(at).getTime();
}

function settingsAnswer(row: SettingsRow) {
  return {
    ok: true as const,
    settings: toSettings(row),
    updatedAt: row.updatedAt?.toISOString() ?? null,
    updatedBy: row.updatedBy,
  };
}

function toSettings(row: SettingsRow): Settings {
  const { id: _id, updatedAt: _updatedAt, updatedBy: _updatedBy, ...columns } = row;
  const { monthlyGoalKilograms, donorIdHint, donorIdDigits, ...otherColumns } = columns;
  const { auditMonths, pickupMonths, signInMonths, ...sameNamed } = otherColumns;
  return {
    ...sameNamed,
    monthlyGoal: monthlyGoalKilograms,
    donorId: { hint: donorIdHint, digits: donorIdDigits },
    retention: { auditMonths, pickupMonths, signInMonths },
  };
}

function toColumns({ monthlyGoal, donorId: { hint, digits }, retention, ...sameNamed }: Settings) {
  return {
    ...sameNamed,
    monthlyGoalKilograms: monthlyGoal,
    donorIdHint: hint,
    donorIdDigits: digits,
    ...retention,
  };
}

type Part = keyof Settings;

function findChangedParts(before: Settings, after: Settings): Part[] {
  return (Object.keys(after) as Part[]).filter((part) => !isDeepStrictEqual(before[part], after[part]));
}

/** Parts of the settings as the audit log stores them. Testimonials name people, so only their number is stored. */
function auditedParts(values: Settings, parts: readonly Part[]): Record<string, unknown> {
  const { organization, ...others } = values;
  const withoutPeople = { ...organization, testimonials: organization.testimonials.length };
  const audited: Record<Part, unknown> = { ...others, organization: withoutPeople };
  return Object.fromEntries(parts.map((part) => [part, audited[part]]));
}

/** Always later than the last change, because the time identifies a state of the settings. */
function nextUpdatedAt(last: Date | null, now: Date): Date {
  return last && last >= now ? new Date(last.getTime() + 1) : now;
}
