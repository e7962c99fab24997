import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
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
  const { most } = limits[name];
  const [taken] =
    used.calls < most
      ? await site.database
          .update(rateLimits)
          .set({ calls: sql`${rateLimits.calls} + 1`, windowStartedAt: atLatest(now) })
          .where(and(own, gt(rateLimits.windowStartedAt, windowStart(now)), lt(rateLimits.calls, most)))
          .returning()
      : [];
  if (!taken) {
    if (used.windowStartedAt > now) await beginNow(site, own, now);
    throw tooMany(used.windowStartedAt, now);
  }
  const held = and(own, eq(rateLimits.windowStartedAt, taken.windowStartedAt));
  const passed = async () => {
    await site.database
      .update(rateLimits)
      .set({ calls: sql`${rateLimits.calls} - 1` })
      .where(held);
  };
  return { name, failed: async () => {}, passed };
}

/** Has a window that a clock ahead of this one began in the future begin now, so that it ends in time. */
async function beginNow(site: Site, own: SQL | undefined, now: Date): Promise<void> {
  await site.database
    .update(rateLimits)
    .set({ windowStartedAt: atLatest(now) })
    .where(own);
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
  const over = sql`${rateLimits.windowStartedAt} <= ${instant(windowStart(now))}`;
  const [counted] = await site.database
    .insert(rateLimits)
    .values({ name, subject, calls: 1, windowStartedAt: now })
    .onConflictDoUpdate({
      target: [rateLimits.name, rateLimits.subject],
      set: {
        calls: sql`case when ${over} then 1 else ${rateLimits.calls} + 1 end`,
        windowStartedAt: sql`case when ${over} then ${instant(now)} else ${atLatest(now)} end`,
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

/** When a window began, but never in the future, where a clock that was ahead put it. */
const atLatest = (now: Date) => sql`least(${rateLimits.windowStartedAt}, ${instant(now)})`;

// sql.param takes the column along, whose type says how the instant is written.
const instant = (date: Date) => sql`${sql.param(date, rateLimits.windowStartedAt)}::timestamptz`;

const windowStart = (now: Date) => new Date(now.getTime() - WINDOW_MILLISECONDS);

export const tillSubject = (till: string) => `till ${till}`;

/** A keyed hash of the address, since who came by is nobody's business once the window is over. */
export function addressSubject(site: Site, address: string): string {
  return site.secrets.hash('client-address', clientNetwork(address));
}

function tooMany(windowStartedAt: Date, now: Date): Refusal {
  const passed = Math.max(0, now.getTime() - windowStartedAt.getTime());
  const seconds = Math.max(1, Math.ceil((WINDOW_MILLISECONDS - passed) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new Refusal(
    'too_many_requests',
    `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    { retryAfterSeconds: seconds },
  );
}
