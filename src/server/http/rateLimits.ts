// Limits of how often somebody may do something: a row for each limit and subject, with a count and the start of its window.
import { and, eq, gt, gte, lt, lte, not, notExists, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type LimitName, limits } from '#shared/limits.ts';
import { type Sentence, withValues } from '#shared/sentence.ts';
import type { Executor } from '#server/db/database.ts';
import { rateLimits, settings } from '#server/db/schema.ts';
import { clientNetwork, isInNetwork, widestNetwork } from './addresses.ts';
import type { RegisteredTill, Site } from './call.ts';
import { Refusal } from './refusal.ts';
import { registeredTill } from './sessions.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;
const EVERYBODY = 'everybody';

interface Row {
  name: LimitName;
  subject: string;
}

/** A try that is counted, and when. */
type Try = Row & { at: Date };

/**
 * Does a call within the limits that its endpoint declares. Tries are counted before the work, so that many at once cannot
 * pass a limit, and outside of its transaction, so that a refusal does not undo them. A limit of failures gets its try back
 * unless a refusal names it.
 *
 * @throws Refusal 429 if a limit is reached; whatever the work throws.
 */
export async function withinLimits<Result>(
  site: Site,
  names: readonly LimitName[],
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!site.rateLimits || names.length === 0) return await work();
  const isForTills = names.some((name) => limits[name].tillsApart);
  const till = isForTills ? await registeredTill(site.database, site, request) : null;
  const tries: Try[] = [];
  let failed: LimitName | undefined;
  try {
    for (const name of names) {
      for (const { subject, most, address } of subjectsOf(site, name, request.ip, till)) {
        tries.push(await countTry(site.database, { name, subject, at: site.clock() }, most, address));
      }
    }
    return await work();
  } catch (error) {
    if (error instanceof Refusal) failed = error.details.countsAgainst;
    throw error;
  } finally {
    const passed = tries.filter(({ name }) => limits[name].counts === 'failures' && name !== failed);
    // A try that could not be refunded must not spoil a call that succeeded.
    await Promise.allSettled(passed.map((passedTry) => refundTry(site.database, passedTry)));
  }
}

interface Subject {
  subject: string;
  most: number;
  /** The caller's address, if the networks of the settings make this limit larger. */
  address?: string;
}

/** Under which subjects a call is counted. Addresses are hashed for privacy. */
function subjectsOf(
  { secrets }: Site,
  name: LimitName,
  address: string,
  till: RegisteredTill | null,
): Subject[] {
  const { most, mostOfNetwork, mostOfEverybody, tillsApart, sameInNetworks } = limits[name];
  if (till && tillsApart) return [{ subject: `till ${till.id}`, most }];
  const caller = sameInNetworks ? {} : { address };
  const [smallest, widest] = [clientNetwork(address), widestNetwork(address)];
  // The address comes first: beyond its own limit it uses up nothing of the others'.
  const subjects: Subject[] = [{ subject: secrets.hash('client-address', smallest), most, ...caller }];
  if (mostOfNetwork && smallest !== widest) {
    subjects.push({ subject: secrets.hash('client-network', widest), most: mostOfNetwork, ...caller });
  }
  if (mostOfEverybody) subjects.push({ subject: EVERYBODY, most: mostOfEverybody });
  return subjects;
}

/**
 * Counts a try.
 *
 * @param address of the caller, if the networks of the settings make this limit larger.
 * @throws Refusal 429 with the seconds until the window ends, if the limit is reached.
 */
export async function countTry(
  executor: Executor,
  thisTry: Try,
  most = limits[thisTry.name].most,
  address?: string,
): Promise<Try> {
  const { name, subject, at } = thisTry;
  if (await countWithin(executor, name, subject, at, most)) return thisTry;
  // The settings are read only now, so that a call within its limit needs no further query.
  const [reached] = await executor
    .select({ windowStartedAt: rateLimits.windowStartedAt, networks: settings.networks })
    .from(settings)
    .leftJoin(rateLimits, isRow(thisTry));
  const factor = address === undefined ? 1 : factorOf(reached?.networks ?? [], address);
  if (factor > 1 && (await countWithin(executor, name, subject, at, most * factor))) return thisTry;
  const endsAt = (reached?.windowStartedAt ?? at).getTime() + millisecondsOf(name);
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - at.getTime()) / 1000));
  throw new Refusal('too_many_requests', waitSentence(subject, retryAfterSeconds), { retryAfterSeconds });
}

/** By what factor limits are larger for an address. */
function factorOf(networks: (typeof settings.$inferSelect)['networks'], address: string): number {
  const factors = networks.filter(({ network }) => isInNetwork(address, network)).map(({ factor }) => factor);
  return Math.max(1, ...factors);
}

/** Counts one more try unless the limit is reached. @returns whether it was counted. */
export async function countWithin(
  executor: Executor,
  name: LimitName,
  subject: string,
  at: Date,
  most = limits[name].most,
): Promise<boolean> {
  const { calls, windowStartedAt } = rateLimits;
  const now = sql<Date>`${at}::timestamptz`;
  const latestOverStart = new Date(at.getTime() - millisecondsOf(name));
  // A window that starts in the future comes from a clock that was wrong.
  const isOver = sql`(${lte(windowStartedAt, latestOverStart)} or ${gt(windowStartedAt, at)})`;
  const isFull = and(isRow({ name, subject }), gte(calls, most), not(isOver));
  const firstTry = executor
    .select({
      name: sql<string>`${name}::text`.as('name'),
      subject: sql<string>`${subject}::text`.as('subject'),
      calls: sql<number>`1`.as('calls'),
      windowStartedAt: now.as('window_started_at'),
    })
    .from(sql`(select) as nothing`)
    // Otherwise the conflict would lock a row whose limit is reached, and each refused try would wait for the disk.
    .where(notExists(executor.select().from(rateLimits).where(isFull)));
  const counted = await executor
    .insert(rateLimits)
    .select(firstTry)
    .onConflictDoUpdate({
      target: [rateLimits.name, rateLimits.subject],
      set: {
        calls: sql`case when ${isOver} then 1 else ${calls} + 1 end`,
        windowStartedAt: sql`case when ${isOver} then ${now} else ${windowStartedAt} end`,
      },
      setWhere: sql`${isOver} or ${lt(calls, most)}`,
    })
    .returning({ calls });
  return counted.length > 0;
}

const millisecondsOf = (name: LimitName) => (limits[name].hours ?? 0.25) * HOUR_MILLISECONDS;

const isRow = ({ name, subject }: Row) => and(eq(rateLimits.name, name), eq(rateLimits.subject, subject));

/** Uncounts a try, unless its window is over. */
export async function refundTry(executor: Executor, thisTry: Try): Promise<void> {
  await executor
    .update(rateLimits)
    .set({ calls: sql`${rateLimits.calls} - 1` })
    .where(and(isRow(thisTry), lte(rateLimits.windowStartedAt, thisTry.at), gt(rateLimits.calls, 0)));
}

function waitSentence(subject: string, seconds: number): Sentence {
  const minutes = Math.ceil(seconds / 60);
  if (subject !== EVERYBODY) {
    return minutes === 1
      ? 'Too many tries. Please wait a minute and try again.'
      : withValues('Too many tries. Please wait {minutes} minutes and try again.', { minutes });
  }
  return minutes === 1
    ? 'This is being used very often at the moment. Please try again in a minute.'
    : withValues('This is being used very often at the moment. Please try again in {minutes} minutes.', {
        minutes,
      });
}
