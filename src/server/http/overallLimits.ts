import { fill, type Said } from '#shared/sentence.ts';
import { eq, lte, type SQL, sql } from 'drizzle-orm';
import { type LimitName, limits } from '#shared/limits.ts';
import { type Given, prepared, preparedByShape } from '#server/prepared.ts';
import { insertInto } from '#server/rows.ts';
import { overallLimits } from '#server/schema.ts';
import type { Site } from './call.ts';
import { countAgainstShare, type Place, takeShare, WINDOW_MILLISECONDS } from './rateLimits.ts';
import { Refusal } from './refusal.ts';

/** How long until the next one of what all strangers used is forgotten. */
export function forgettingMilliseconds(name: LimitName): number {
  return WINDOW_MILLISECONDS / overallOf(name).forgotten;
}

/** A limit that does not hold for all strangers together never fills. */
const overallOf = (name: LimitName) => limits[name].overall ?? { most: Infinity, forgotten: Infinity };

/**
 * The clocks of processes may be so far apart without any tries to be gained by it: what one of them counted
 * ahead of another is forgotten no sooner. A moment later than that is taken for a clock's that was wrong.
 */
const MOST_AHEAD_MILLISECONDS = WINDOW_MILLISECONDS;

/**
 * Lets a stranger's call through as long as strangers together have not failed too often. Half of what they
 * have is kept for networks within their share, so that a few that go on guessing fill the other half only.
 * Like a quota of one address, it is only read while less than half of that is used, and taken from
 * beforehand from then on.
 *
 * @throws Refusal 429 with the seconds until there may be room.
 */
export async function takeOverallPlace(
  site: Site,
  name: LimitName,
  network: string,
  now: Date,
): Promise<Place> {
  const { most } = overallOf(name);
  const used = (await readOverall(site, name, now)).remembered / forgettingMilliseconds(name);
  if (used + underWay(site, name) < most / 4) return enter(site, name, network, now);
  if (used < most / 2 && (await countOverall(site, name, most / 2, now))) {
    const failed = () => countAgainstShare(site, name, network, now);
    return { name, failed, passed: () => giveBack(site, name) };
  }
  const share = await takeShare(site, name, network, now);
  if (!share) throw await slowedDown(site, name, most / 2, now);
  if (!(await countOverall(site, name, most, now))) {
    await share.passed();
    throw await slowedDown(site, name, most, now);
  }
  const passed = async () => void (await Promise.all([share.passed(), giveBack(site, name)]));
  return { name, failed: async () => {}, passed };
}

/**
 * Counts a call of anyone among those of all together. Half of what they have is kept for those within
 * their share, so that a flood from some networks does not shut out the first calls of others.
 *
 * @throws Refusal 429 with the seconds until there may be room.
 */
export async function countAmongAll(
  site: Site,
  name: LimitName,
  isWithinShare: boolean,
  now: Date,
): Promise<void> {
  const most = isWithinShare ? overallOf(name).most : overallOf(name).most / 2;
  if (!(await countOverall(site, name, most, now))) throw await slowedDown(site, name, most, now);
}

const underWayBySite = new WeakMap<Site, Map<LimitName, number>>();

/** Calls of this process that took no place and may yet fail. */
function underWay(site: Site, name: LimitName): number {
  return underWayBySite.get(site)?.get(name) ?? 0;
}

/** Lets a call through that is counted only once it has failed. */
function enter(site: Site, name: LimitName, network: string, now: Date): Place {
  const counts = underWayBySite.get(site) ?? new Map<LimitName, number>();
  underWayBySite.set(site, counts);
  counts.set(name, underWay(site, name) + 1);
  const passed = async () => void counts.set(name, underWay(site, name) - 1);
  const failed = async () => {
    try {
      await countOverall(site, name, Infinity, now);
      await countAgainstShare(site, name, network, now);
    } finally {
      await passed();
    }
  };
  return { name, failed, passed };
}

/** Counts one more in one statement, unless that makes more than so many. Tells whether it did. */
async function countOverall(site: Site, name: LimitName, most: number, now: Date): Promise<boolean> {
  const each = forgettingMilliseconds(name);
  const room = most < Infinity ? (most - 1) * each : undefined;
  const counted = await oneMoreOfAll(site.database, {}, { name, each, now, latest: latestBy(now), room });
  return counted.length > 0;
}

interface Counting {
  name: LimitName;
  each: number;
  now: Date;
  latest: Date;
  /** What may be remembered before. */
  room: number | undefined;
}

const oneMoreOfAll = preparedByShape('one more of all', (executor, _, given: Given<Counting>) => {
  const { name, each, latest, room } = given;
  const now = sql`${given.now}::timestamptz`;
  const remembered = rememberedAt(now);
  return insertInto(executor, overallLimits)
    .values({ name, rememberedMilliseconds: each, countedAt: given.now })
    .onConflictDoUpdate({
      target: overallLimits.name,
      set: {
        rememberedMilliseconds: sql`${remembered} + ${each}`,
        countedAt: countedBy(now, sql`${latest}::timestamptz`),
      },
      ...(room && { setWhere: lte(remembered, room) }),
    })
    .returning();
});

async function giveBack(site: Site, name: LimitName): Promise<void> {
  const less = sql`greatest(0, ${overallLimits.rememberedMilliseconds} - ${forgettingMilliseconds(name)})`;
  await site.database
    .update(overallLimits)
    .set({ rememberedMilliseconds: less })
    .where(eq(overallLimits.name, name));
}

/** What is left of it: nothing is forgotten before the moment up to which it was counted. */
function rememberedAt(now: SQL) {
  const passed = sql`extract(epoch from ${now} - ${overallLimits.countedAt}) * 1000`;
  return sql`greatest(0, ${overallLimits.rememberedMilliseconds} - greatest(0, ${passed}))`;
}

/** Up to when it was counted. It goes back only from where no clock should be, lest two forget the same minutes. */
function countedBy(now: SQL, latest: SQL) {
  const { countedAt } = overallLimits;
  return sql`case when ${countedAt} > ${latest} then ${now} else greatest(${countedAt}, ${now}) end`;
}

/** What was counted up to a moment later than this was counted by a clock that was wrong. */
const latestBy = (now: Date) => new Date(now.getTime() + MOST_AHEAD_MILLISECONDS);

const instant = (date: Date) => sql`${sql.param(date, overallLimits.countedAt)}::timestamptz`;

/** How long something is remembered yet, and how long it will be until forgetting begins. */
async function readOverall(site: Site, name: LimitName, now: Date) {
  const [row] = await overallLimit(site.database, { name });
  if (!row) return { remembered: 0, ahead: 0 };
  const passed = now.getTime() - row.countedAt.getTime();
  return {
    remembered: Math.max(0, row.rememberedMilliseconds - Math.max(0, passed)),
    ahead: Math.max(0, -passed),
  };
}

const overallLimit = prepared('overall limit', (executor, { name }: Given<{ name: LimitName }>) =>
  executor.select().from(overallLimits).where(eq(overallLimits.name, name)),
);

/** Refuses a call. Where a clock that was wrong counted up to a moment far ahead, forgetting begins now. */
async function slowedDown(site: Site, name: LimitName, most: number, now: Date): Promise<Refusal> {
  const { remembered, ahead } = await readOverall(site, name, now);
  const isWrong = ahead > MOST_AHEAD_MILLISECONDS;
  if (isWrong) {
    await site.database
      .update(overallLimits)
      .set({
        rememberedMilliseconds: rememberedAt(instant(now)),
        countedAt: countedBy(instant(now), instant(latestBy(now))),
      })
      .where(eq(overallLimits.name, name));
  }
  const milliseconds = (isWrong ? 0 : ahead) + remembered - (most - 1) * forgettingMilliseconds(name);
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const whenAgain = limits[name].counts === 'failures' ? whenGuessed : whenBusy;
  return new Refusal('too_many_requests', whenAgain(seconds), {
    retryAfterSeconds: seconds,
  });
}

function whenGuessed(seconds: number): Said {
  if (seconds === 1)
    return 'Too many wrong codes and PINs are being tried at once. Please try again in a second.';
  return seconds > MOST_SECONDS
    ? fill(
        'Too many wrong codes and PINs are being tried at once. Please try again in {minutes} minutes.',
        inMinutes(seconds),
      )
    : fill('Too many wrong codes and PINs are being tried at once. Please try again in {seconds} seconds.', {
        seconds,
      });
}

function whenBusy(seconds: number): Said {
  if (seconds === 1) return 'This is being used very often at the moment. Please try again in a second.';
  return seconds > MOST_SECONDS
    ? fill(
        'This is being used very often at the moment. Please try again in {minutes} minutes.',
        inMinutes(seconds),
      )
    : fill('This is being used very often at the moment. Please try again in {seconds} seconds.', {
        seconds,
      });
}

/** More of them are said in minutes. */
const MOST_SECONDS = 120;

function inMinutes(seconds: number) {
  return { minutes: Math.ceil(seconds / 60) };
}
