import { fill } from '#shared/sentence.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type LimitName, limits } from '#shared/limits.ts';
import type { Executor } from '#server/database.ts';
import { rateLimits } from '#server/schema.ts';
import { clientNetwork, widestNetwork } from './addresses.ts';
import type { KnownTill, Site } from './call.ts';
import { beginByNow, type Count, countInBoth, countOne, readCount, uncount } from './counts.ts';
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

/** Who calls, as limits tell callers apart: by keyed hashes, since who came by is nobody's business afterwards. */
export interface Caller {
  /** An IPv4 address, or an IPv6 /64. */
  address: string;
  /** The same IPv4 address, or the IPv6 /48. */
  network: string;
  isInNetwork: boolean;
}

export function callerAt(site: Site, address: string): Caller {
  const [own, widest] = [clientNetwork(address), widestNetwork(address)];
  return {
    address: site.secrets.hash('client-address', own),
    network: site.secrets.hash('client-network', widest),
    isInNetwork: own !== widest,
  };
}

export const tillSubject = ({ id }: KnownTill) => `till ${id}`;

/**
 * Lets a call through that may fail against a quota. While less than half of the quota is used it is only
 * read, so that who never fails costs no write. From then on a call takes its place before it is looked at:
 * guesses sent to several processes at the same moment can't outrun it unless more than the other half
 * of it is under way at once.
 *
 * @param most how many may fail: what one address may, unless told.
 * @throws Refusal 429 with the seconds until the window ends.
 */
export async function takePlace(
  site: Site,
  name: LimitName,
  subject: string,
  now: Date,
  most = limits[name].most,
): Promise<Place> {
  const { database } = site;
  const count = { name, subject, windowMilliseconds: WINDOW_MILLISECONDS };
  const used = await readCount(database, count, now);
  if (!used || used.calls < most / 2) {
    const failed = async () => {
      const counted = await countOne(database, count, now);
      if (counted && counted.calls > most) throw tooMany(counted.windowStartedAt, now);
    };
    return { name, failed, passed: async () => {} };
  }
  const taken = used.calls < most && (await countOne(database, count, now, most));
  if (taken) return { name, failed: async () => {}, passed: () => uncount(database, taken) };
  if (used.windowStartedAt > now) await beginByNow(database, count, now);
  throw tooMany(used.windowStartedAt, now);
}

/**
 * Counts a call against the quotas of its address and of the IPv6 /48 that it is in. One that the address has
 * no room for counts for that alone, lest one address use up what its neighbours have.
 *
 * @returns whether both are within their share.
 * @throws Refusal 429 if this call is beyond a quota.
 */
export async function countAttempt(site: Site, name: LimitName, caller: Caller, now: Date): Promise<boolean> {
  const { most, mostOfNetwork = Infinity } = limits[name];
  const count = { name, subject: caller.address, windowMilliseconds: WINDOW_MILLISECONDS };
  const counted = caller.isInNetwork
    ? await countInBoth(site.database, count, caller.network, now, most)
    : { first: await countOne(site.database, count, now) };
  const quotas = [
    { used: counted.first, of: most },
    { used: counted.second, of: mostOfNetwork },
  ];
  for (const { used, of } of quotas) {
    if (used && used.calls > of) throw tooMany(used.windowStartedAt, now);
  }
  return quotas.every(({ used, of }) => !used || used.calls <= shareOf(of));
}

/**
 * Counts one more of what a limit with hours of its own is of, unless that would make more than it allows.
 *
 * @returns whether it was within the limit.
 */
export async function countWithin(
  executor: Executor,
  name: LimitName,
  subject: string,
  now: Date,
): Promise<boolean> {
  const { most, hours = 0 } = limits[name];
  const count = { name, subject, windowMilliseconds: hours * 60 * 60 * 1000 };
  return (await countOne(executor, count, now, most)) !== undefined;
}

/** The share of a quota, within which a caller finds room where others that went past theirs do not. */
export function shareOf(most: number): number {
  return most / 10;
}

/** For so long a network's failures are held against its share. */
export const SHARE_MILLISECONDS = 24 * 60 * 60 * 1000;

const failuresOf = (name: LimitName, network: string): Count => ({
  name,
  subject: network,
  windowMilliseconds: SHARE_MILLISECONDS,
});

/** Takes one failure of a network's share beforehand; null if it has none left. */
export async function takeShare(
  { database }: Site,
  name: LimitName,
  network: string,
  now: Date,
): Promise<Place | null> {
  const failures = failuresOf(name, network);
  const taken = await countOne(database, failures, now, shareOf(limits[name].most));
  if (taken) return { name, failed: async () => {}, passed: () => uncount(database, taken) };
  await beginByNow(database, failures, now);
  return null;
}

/** Counts a failure against the share of its network. */
export async function countAgainstShare(
  { database }: Site,
  name: LimitName,
  network: string,
  now: Date,
): Promise<void> {
  await countOne(database, failuresOf(name, network), now);
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

function tooMany(windowStartedAt: Date, now: Date): Refusal {
  const passed = Math.max(0, now.getTime() - windowStartedAt.getTime());
  const seconds = Math.max(1, Math.ceil((WINDOW_MILLISECONDS - passed) / 1000));
  const minutes = Math.ceil(seconds / 60);
  return new Refusal(
    'too_many_requests',
    minutes === 1
      ? 'Too many tries. Please wait a minute and try again.'
      : fill('Too many tries. Please wait {minutes} minutes and try again.', { minutes }),
    { retryAfterSeconds: seconds },
  );
}
