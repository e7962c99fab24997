import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { isIPv6 } from 'node:net';
import { type LimitName, limits } from '#shared/endpoint.ts';
import { rateLimits } from '#server/schema.ts';
import type { Site } from './call.ts';
import { Refusal } from './refusal.ts';

const WINDOW_MILLISECONDS = 15 * 60 * 1000;

/**
 * Refuses a caller who has used a quota up, and counts the call where every call counts. Counts live in
 * the database, outside the call's transaction: processes share them, and a refusal does not undo them.
 *
 * @throws Refusal 429 with the seconds until the window ends.
 */
export async function checkLimits(
  site: Site,
  names: readonly LimitName[],
  address: string,
  now: Date,
): Promise<void> {
  if (!site.rateLimits) return;
  for (const name of names.filter((limit) => limits[limit].counts === 'attempts')) {
    await countCall(site, name, address, now);
  }
  const onFailures = names.filter((limit) => limits[limit].counts === 'failures');
  if (onFailures.length === 0) return;
  const used = await site.database
    .select()
    .from(rateLimits)
    .where(
      and(
        inArray(rateLimits.name, onFailures),
        eq(rateLimits.subject, subjectOf(site, address)),
        gt(rateLimits.windowStartedAt, new Date(now.getTime() - WINDOW_MILLISECONDS)),
      ),
    );
  for (const { name, calls, windowStartedAt } of used) {
    if (calls >= limits[name as LimitName].most) throw tooMany(windowStartedAt, now);
  }
}

/**
 * Counts a call against a quota in one statement, so that calls at the same moment are all counted.
 *
 * @throws Refusal 429 if this call is beyond the quota.
 */
export async function countCall(site: Site, name: LimitName, address: string, now: Date): Promise<void> {
  if (!site.rateLimits) return;
  const oldest = new Date(now.getTime() - WINDOW_MILLISECONDS);
  // sql.param takes the column along, whose type says how the instant is written.
  const over = sql`${rateLimits.windowStartedAt} <= ${sql.param(oldest, rateLimits.windowStartedAt)}`;
  const start = sql.param(now, rateLimits.windowStartedAt);
  const [counted] = await site.database
    .insert(rateLimits)
    .values({ name, subject: subjectOf(site, address), calls: 1, windowStartedAt: now })
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

const lastTurns = new Map<string, Promise<unknown>>();

/**
 * Does what may fail against a quota, one call of a client after the other: of guesses sent all at once
 * none would otherwise be counted before every one of them had been looked at.
 */
export async function inTurn<Result>(
  site: Site,
  names: readonly LimitName[],
  address: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!site.rateLimits || !names.some((name) => limits[name].counts === 'failures')) return await work();
  const client = clientNetwork(address);
  const before = lastTurns.get(client);
  const turn = before ? before.then(work, work) : work();
  lastTurns.set(client, turn);
  try {
    return await turn;
  } finally {
    if (lastTurns.get(client) === turn) lastTurns.delete(client);
  }
}

/** A keyed hash of the address, since who came by is nobody's business once the window is over. */
function subjectOf(site: Site, address: string): string {
  return site.secrets.hash('client-address', clientNetwork(address));
}

/** A household has one IPv4 address but a whole /64 of IPv6 ones. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const groups = [
    ...before,
    ...Array.from({ length: 8 - before.length - after.length }, () => '0'),
    ...after,
  ];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
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
