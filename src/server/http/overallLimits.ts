import { and, eq, lte, sql } from 'drizzle-orm';
import { type LimitName, limits } from '#shared/endpoint.ts';
import { prepared } from '#server/prepared.ts';
import { overallLimits } from '#server/schema.ts';
import type { Site } from './call.ts';
import { type Place, WINDOW_MILLISECONDS } from './rateLimits.ts';
import { Refusal } from './refusal.ts';

/**
 * How long until one failure of all strangers is forgotten. It is as long as one address has for each of
 * its own: so one address alone never slows the others down, and many get no further in a year than one.
 */
export function forgettingMilliseconds(name: LimitName): number {
  return WINDOW_MILLISECONDS / limits[name].most;
}

/**
 * Lets a stranger's call through as long as strangers together have not failed too often. Like a quota of
 * one address, it is only read while less than half of it is used, and taken from beforehand from then on.
 *
 * @throws Refusal 429 with the seconds until the next failure is forgotten.
 */
export async function takeOverallPlace(
  site: Site,
  name: LimitName,
  mostOverall: number,
  now: Date,
): Promise<Place> {
  const each = forgettingMilliseconds(name);
  const remembered = (await forgottenAt(site, name)) - now.getTime();
  if (remembered < (mostOverall / 2) * each) {
    return { name, failed: () => count(site, name, now), passed: async () => {} };
  }
  const latest = new Date(now.getTime() + (mostOverall - 1) * each);
  const taken =
    remembered <= latest.getTime() - now.getTime()
      ? await site.database
          .update(overallLimits)
          .set({ forgottenAt: oneMore(each, now) })
          .where(and(eq(overallLimits.name, name), lte(overallLimits.forgottenAt, latest)))
          .returning()
      : [];
  if (taken.length === 0) throw slowedDown((await forgottenAt(site, name)) - latest.getTime());
  return { name, failed: async () => {}, passed: () => giveBack(site, name) };
}

async function forgottenAt(site: Site, name: LimitName): Promise<number> {
  const [row] = await overallLimit(site.database, { name });
  return row?.forgottenAt.getTime() ?? 0;
}

const overallLimit = prepared('overall limit', (executor) =>
  executor
    .select()
    .from(overallLimits)
    .where(eq(overallLimits.name, sql.placeholder('name'))),
);

async function count(site: Site, name: LimitName, now: Date): Promise<void> {
  const each = forgettingMilliseconds(name);
  await site.database
    .insert(overallLimits)
    .values({ name, forgottenAt: new Date(now.getTime() + each) })
    .onConflictDoUpdate({ target: overallLimits.name, set: { forgottenAt: oneMore(each, now) } });
}

async function giveBack(site: Site, name: LimitName): Promise<void> {
  const forgotten = sql`${overallLimits.forgottenAt} - ${interval(forgettingMilliseconds(name))}`;
  await site.database
    .update(overallLimits)
    .set({ forgottenAt: forgotten })
    .where(eq(overallLimits.name, name));
}

function oneMore(each: number, now: Date) {
  const start = sql.param(now, overallLimits.forgottenAt);
  return sql`greatest(${overallLimits.forgottenAt}, ${start}::timestamptz) + ${interval(each)}`;
}

const interval = (milliseconds: number) => sql`${milliseconds / 1000} * interval '1 second'`;

function slowedDown(milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new Refusal(
    'too_many_requests',
    `Too many wrong codes and PINs are being tried at once. Please try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    { retryAfterSeconds: seconds },
  );
}
