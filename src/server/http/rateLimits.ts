import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { type LimitName, limits } from '#shared/endpoint.ts';
import { parameter, prepared } from '#server/prepared.ts';
import { rateLimits } from '#server/schema.ts';
import { clientNetwork, widestNetwork } from './addresses.ts';
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

/** A row of counts: of what, by whom and for how long. */
interface Count {
  name: LimitName;
  subject: string;
  windowMilliseconds: number;
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
  const { most } = limits[name];
  const count = { name, subject, windowMilliseconds: WINDOW_MILLISECONDS };
  const since = new Date(now.getTime() - WINDOW_MILLISECONDS);
  const [used] = await callsInWindow(site.database, { name, subject, since });
  if (!used || used.calls < most / 2) {
    return { name, failed: () => countCall(site, name, subject, now), passed: async () => {} };
  }
  const taken = used.calls < most && (await countOne(site, count, now, most));
  if (taken) return { name, failed: async () => {}, passed: () => uncount(site, taken) };
  if (used.windowStartedAt > now) await beginNow(site, used, now);
  throw tooMany(used.windowStartedAt, now);
}

/** The share of a quota in which a caller finds room, even where others that went past theirs do not. */
export function shareOf(most: number): number {
  return most / 10;
}

/** For so long a network's failures are held against its share. */
export const SHARE_MILLISECONDS = 24 * 60 * 60 * 1000;

const shareUsed = (name: LimitName, network: string): Count => ({
  name,
  subject: network,
  windowMilliseconds: SHARE_MILLISECONDS,
});

/** Takes one failure of a network's share beforehand; null if it has none left. */
export async function takeShare(
  site: Site,
  name: LimitName,
  network: string,
  now: Date,
): Promise<Place | null> {
  const taken = await countOne(site, shareUsed(name, network), now, shareOf(limits[name].most));
  return taken ? { name, failed: async () => {}, passed: () => uncount(site, taken) } : null;
}

/** Counts a failure against the share of its network. */
export async function countAgainstShare(
  site: Site,
  name: LimitName,
  network: string,
  now: Date,
): Promise<void> {
  await countOne(site, shareUsed(name, network), now);
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
 * Counts a call against a quota.
 *
 * @throws Refusal 429 if this call is beyond the quota.
 */
export async function countCall(site: Site, name: LimitName, subject: string, now: Date): Promise<void> {
  const counted = await countOne(site, { name, subject, windowMilliseconds: WINDOW_MILLISECONDS }, now);
  if (counted && counted.calls > limits[name].most) throw tooMany(counted.windowStartedAt, now);
}

type Counted = typeof rateLimits.$inferSelect;

/**
 * Counts one more in one statement, so that calls at the same moment are all counted.
 *
 * @returns the row as it is then; nothing if that would have made more than so many.
 */
async function countOne(
  site: Site,
  { name, subject, windowMilliseconds }: Count,
  now: Date,
  most = Infinity,
): Promise<Counted | undefined> {
  const over = lte(rateLimits.windowStartedAt, new Date(now.getTime() - windowMilliseconds));
  const [counted] = await site.database
    .insert(rateLimits)
    .values({ name, subject, calls: 1, windowStartedAt: now })
    .onConflictDoUpdate({
      target: [rateLimits.name, rateLimits.subject],
      set: {
        calls: sql`case when ${over} then 1 else ${rateLimits.calls} + 1 end`,
        windowStartedAt: sql`case when ${over} then ${instant(now)} else ${startedBy(now)} end`,
      },
      ...(most < Infinity && { setWhere: sql`${over} or ${rateLimits.calls} < ${most}` }),
    })
    .returning();
  return counted;
}

/** Counts a call no more, unless another window has begun. */
async function uncount(site: Site, counted: Counted): Promise<void> {
  await site.database
    .update(rateLimits)
    .set({ calls: sql`${rateLimits.calls} - 1` })
    .where(and(sameRow(counted), eq(rateLimits.windowStartedAt, counted.windowStartedAt)));
}

/** Has a window that a clock ahead of this one began in the future begin now, so that it ends in time. */
async function beginNow(site: Site, counted: Counted, now: Date): Promise<void> {
  await site.database
    .update(rateLimits)
    .set({ windowStartedAt: startedBy(now) })
    .where(sameRow(counted));
}

const sameRow = ({ name, subject }: Counted) =>
  and(eq(rateLimits.name, name), eq(rateLimits.subject, subject));

/** When a window began, which is never in the future. */
const startedBy = (now: Date) => sql`least(${rateLimits.windowStartedAt}, ${instant(now)})`;

// sql.param takes the column along, whose type says how the instant is written.
const instant = (date: Date) => sql`${sql.param(date, rateLimits.windowStartedAt)}::timestamptz`;

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

export const tillSubject = (till: string) => `till ${till}`;

/** A keyed hash of the address, since who came by is nobody's business once the window is over. */
export function addressSubject(site: Site, address: string): string {
  return site.secrets.hash('client-address', clientNetwork(address));
}

/** Likewise of the widest network that one caller may have for itself. */
export function networkSubject(site: Site, address: string): string {
  return site.secrets.hash('client-network', widestNetwork(address));
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
