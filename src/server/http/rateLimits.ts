import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { type LimitName, limits } from '#shared/endpoint.ts';
import { parameter, prepared } from '#server/prepared.ts';
import { rateLimits } from '#server/schema.ts';
import { clientNetwork } from './addresses.ts';
import type { Site } from './call.ts';
import { Refusal } from './refusal.ts';

export const WINDOW_MILLISECONDS = 15 * 60 * 1000;

/** What a call holds of a quota while it is under way. */
export interface Place {
  name: LimitName;
  /** Uses it up. */
  failed: () => Promise<void>;
  /** Gives it back. */
  passed: () => Promise<void>;
}

/**
 * Lets a call through that may fail against a quota. While less than half of the quota is used it is only
 * read, so that who never fails costs no write. From then on a call takes its place before it is looked at:
 * guesses sent to several processes at the same moment can't outrun it unless more than the other half
 * of it is under way at once.
 *
 * @throws Refusal 429 with the seconds until the window ends.
 */
export async function takePlace(site: Site, name: LimitName, subject: string, now: Date): Promise<Place> {
  const own = and(eq(rateLimits.name, name), eq(rateLimits.subject, subject));
  const [used] = await callsInWindow(site.database, { name, subject, since: windowStart(now) });
  if (!used || used.calls < limits[name].most / 2) {
    return { name, failed: () => countCall(site, name, subject, now), passed: async () => {} };
  }
  if (used.calls >= limits[name].most) throw tooMany(used.windowStartedAt, now);
  const held = and(own, eq(rateLimits.windowStartedAt, used.windowStartedAt));
  const taken = await site.database
    .update(rateLimits)
    .set({ calls: sql`${rateLimits.calls} + 1` })
    .where(and(held, lt(rateLimits.calls, limits[name].most)))
    .returning();
  if (taken.length === 0) throw tooMany(used.windowStartedAt, now);
  const passed = async () => {
    await site.database
      .update(rateLimits)
      .set({ calls: sql`${rateLimits.calls} - 1` })
      .where(held);
  };
  return { name, failed: async () => {}, passed };
}

const callsInWindow = prepared('calls in a window', (executor) =>
  executor
    .select()
    .from(rateLimits)
    .where(
      and(
        eq(rateLimits.name, sql.placeholder('name')),
        eq(rateLimits.subject, sql.placeholder('subject')),
        gt(rateLimits.windowStartedAt, parameter('since')),
      ),
    ),
);

/**
 * Counts a call against a quota in one statement, so that calls at the same moment are all counted.
 *
 * @throws Refusal 429 if this call is beyond the quota.
 */
export async function countCall(site: Site, name: LimitName, subject: string, now: Date): Promise<void> {
  // sql.param takes the column along, whose type says how the instant is written.
  const over = sql`${rateLimits.windowStartedAt} <= ${sql.param(windowStart(now), rateLimits.windowStartedAt)}`;
  const start = sql.param(now, rateLimits.windowStartedAt);
  const [counted] = await site.database
    .insert(rateLimits)
    .values({ name, subject, calls: 1, windowStartedAt: now })
    .onConflictDoUpdate({
      target: [rateLimits.name, rateLimits.subject],
      set: {
        calls: sql`case when ${over} then 1 else ${rateLimits.calls} + 1 end`,
        windowStartedAt: sql`case when ${over} then ${start}::timestamptz else ${rateLimits.windowStartedAt} end`,
      },
    })
    .returning();
  if (counted && counted.calls > limits[name].most) throw tooMany(counted.windowStartedAt, now);
}

/** A new till begins with what its address has used: one right PIN is not a way to ten more wrong ones. */
export async function inheritCounts(
  site: Site,
  names: readonly LimitName[],
  from: string,
  till: string,
): Promise<void> {
  const inherited = site.database
    .select({
      name: rateLimits.name,
      subject: sql`${till}`.as('subject'),
      calls: rateLimits.calls,
      windowStartedAt: rateLimits.windowStartedAt,
    })
    .from(rateLimits)
    .where(and(inArray(rateLimits.name, names), eq(rateLimits.subject, from)));
  await site.database.insert(rateLimits).select(inherited).onConflictDoNothing();
}

const windowStart = (now: Date) => new Date(now.getTime() - WINDOW_MILLISECONDS);

export const tillSubject = (till: string) => `till ${till}`;

/** A keyed hash of the address, since who came by is nobody's business once the window is over. */
export function addressSubject(site: Site, address: string): string {
  return site.secrets.hash('client-address', clientNetwork(address));
}

function tooMany(windowStartedAt: Date, now: Date): Refusal {
  const endsAt = windowStartedAt.getTime() + WINDOW_MILLISECONDS;
  const seconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new Refusal(
    'too_many_requests',
    `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    { retryAfterSeconds: seconds },
  );
}
