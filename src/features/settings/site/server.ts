// What every page needs to know of the site, and the community's month.
import { and, asc, eq, gte, lt, sql, sum } from 'drizzle-orm';
import { type Day, dayOf, monthOf, startOfDay } from '#shared/dates.ts';
import type { UtcOffset } from '#shared/timeZone.ts';
import { columnsFor } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import { implement, type Site } from '#server/http/call.ts';
import { donations, partners, settings } from '#server/db/schema.ts';
import { contract, storeInfo } from './contract.ts';
import { type SiteDay, siteDay, siteOffsets } from './rules.ts';
import type { SiteInfo } from './siteDefaults.ts';

export const siteFeature = implement(contract, {
  siteInfo: async ({ database, site, now }) => {
    const { timeZone } = site;
    const day = dayAt(now, timeZone);
    const [{ known, kilograms }, stores] = await Promise.all([
      readMonth(database, day.today),
      activePartners(database),
    ]);
    const sendsMail = site.post !== null;
    return { ok: true as const, ...termsOf(known, kilograms), sendsMail, partners: stores, timeZone, ...day };
  },
  communitySummary: async ({ database, site: { timeZone }, now }) => {
    const { known, kilograms } = await readMonth(database, dayOf(now, timeZone));
    return { ok: true as const, confirmedThisMonth: kilograms, goal: known.monthlyGoalKilograms };
  },
});

/** What pages say of the site before any call, all but the month's figures and the stores, and since when they do. */
export async function siteAsSent({
  database,
  post,
  timeZone,
}: Pick<Site, 'database' | 'post' | 'timeZone'>): Promise<{ site: SiteInfo; updatedAt: Date | null }> {
  const known = await readSettings(database);
  const site = { ...termsOf(known, 0), sendsMail: post !== null, partners: [], timeZone };
  return { site, updatedAt: known.updatedAt };
}

function termsOf(known: SettingsRow, kg: number) {
  return {
    rewards: { usesPerCode: known.usesPerCode, daysValid: known.daysValid },
    community: { monthlyGoal: known.monthlyGoalKilograms, month: { kg } },
    milestones: known.milestones,
    organization: known.organization,
    isRegisteredNonprofit: known.isRegisteredNonprofit,
  };
}

type DayOnWire = SiteDay & { utcOffsets: UtcOffset[] };

let keptDay: { startsAt: Date; endsAt: Date; timeZone: string; day: DayOnWire } | undefined;

/** Every page asks for it, and reckoning the offsets takes milliseconds: a day is kept while it lasts. */
function dayAt(now: Date, timeZone: string): DayOnWire {
  if (keptDay?.timeZone !== timeZone || now < keptDay.startsAt || now >= keptDay.endsAt) {
    const day = siteDay(now, timeZone);
    keptDay = {
      startsAt: startOfDay(day.today, timeZone),
      endsAt: new Date(day.tomorrowStartsAt),
      timeZone,
      day: { ...day, utcOffsets: siteOffsets(day.today, timeZone) },
    };
  }
  return keptDay.day;
}

/** The settings as their table has them. */
export type SettingsRow = typeof settings.$inferSelect;

/** The site's settings. */
export async function readSettings(executor: Executor): Promise<SettingsRow> {
  return onlyRow(await executor.select().from(settings));
}

/** The settings, and the kilograms of the confirmed donations dated in the month of `today`, in one query. */
async function readMonth(executor: Executor, today: Day) {
  const { from, before } = monthOf(today);
  const confirmed = executor
    .select({ kilograms: sum(donations.kilograms) })
    .from(donations)
    // Written out, as its index has it.
    .where(and(sql`${donations.isConfirmed}`, gte(donations.date, from), lt(donations.date, before)));
  const kilograms = sql<number>`coalesce((${confirmed}), 0)::float8`;
  return onlyRow(await executor.select({ known: settings, kilograms }).from(settings));
}

function onlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error('The settings row is missing; migrations put it there.');
  return row;
}

async function activePartners(executor: Executor) {
  return await executor
    .select(columnsFor(partners, storeInfo))
    .from(partners)
    .where(eq(partners.isActive, true))
    .orderBy(asc(partners.name), asc(partners.id));
}
