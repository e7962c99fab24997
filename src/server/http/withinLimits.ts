import type { FastifyRequest } from 'fastify';
import { type LimitName, limits } from '#shared/limits.ts';
import type { Site } from './call.ts';
import { busy } from './capacity.ts';
import { countAmongAll, takeOverallPlace } from './overallLimits.ts';
import {
  type Caller,
  callerAt,
  countAttempt,
  inheritCounts,
  type Place,
  takePlace,
  tillSubject,
} from './rateLimits.ts';
import { Refusal } from './refusal.ts';
import { knownTill } from './tills.ts';

/**
 * Does a call within the quotas that its endpoint declares. Counts live in the database, outside the call's
 * transaction: processes share them, a restart keeps them, and a refusal does not undo them. A till's wrong
 * PINs and unknown codes are its own; a stranger's count for the address, its network and strangers altogether.
 *
 * @throws Refusal 429 where a quota is used up; whatever the work throws.
 */
export async function withinLimits<Result>(
  site: Site,
  names: readonly LimitName[],
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!site.rateLimits || names.length === 0) return await work();
  const caller = callerAt(site, request.ip);
  for (const name of names.filter((limit) => limits[limit].counts === 'attempts')) {
    const isWithinShare = await countAttempt(site, name, caller, site.clock());
    if (isOverall(name)) await countAmongAll(site, name, isWithinShare, site.clock());
  }
  const onFailures = names.filter((limit) => limits[limit].counts === 'failures');
  if (onFailures.length === 0) return await work();

  const till = onFailures.some(isOverall) ? await knownTill(site.database, site, request) : null;
  request.callers.till = till;
  const subject = till === null ? caller.address : tillSubject(till);
  return await inTurn(site, subject, async () => {
    const places = await takePlaces(site, onFailures, subject, till === null ? caller : null);
    const result = await settled(places, work);
    const { till: made } = request.callers;
    if (till === null && made !== null)
      await inheritCounts(site, onFailures, caller.address, tillSubject(made));
    return result;
  });
}

const isOverall = (name: LimitName) => limits[name].overall !== undefined;

/** @param stranger who counts for their network and among all of them, too; null for a till. */
async function takePlaces(
  site: Site,
  names: readonly LimitName[],
  subject: string,
  stranger: Caller | null,
): Promise<Place[]> {
  const now = site.clock();
  const places: Place[] = [];
  try {
    for (const name of names) places.push(await takePlace(site, name, subject, now));
    if (stranger === null) return places;
    for (const name of names) {
      const { mostOfNetwork: most } = limits[name];
      if (most === undefined || !stranger.isInNetwork) continue;
      places.push(await takePlace(site, name, stranger.network, now, most));
    }
    for (const name of names.filter(isOverall)) {
      places.push(await takeOverallPlace(site, name, stranger.network, now));
    }
    return places;
  } catch (error) {
    await giveBack(places);
    throw error;
  }
}

/** Does the work, then uses up the places of the quota that a refusal counts against and gives back the others. */
async function settled<Result>(places: readonly Place[], work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    await giveBack(places);
    return result;
  } catch (error) {
    const counted = error instanceof Refusal ? error.details.countsAgainst : undefined;
    await giveBack(places.filter(({ name }) => name !== counted));
    for (const place of places.filter(({ name }) => name === counted).toReversed()) await place.failed();
    throw error;
  }
}

/** A place that can't be given back stays used until it is forgotten: no reason to spoil what was done. */
async function giveBack(places: readonly Place[]): Promise<void> {
  await Promise.allSettled(places.map((place) => place.passed()));
}

/** One client may not fill the room for calls with those that wait for each other. */
const MOST_IN_TURN = 500;

interface Turns {
  last: Promise<unknown>;
  waiting: number;
}

const turnsBySite = new WeakMap<Site, Map<string, Turns>>();

/**
 * Does what may fail against a quota, one call of a client after the other: of guesses sent all at once
 * none would otherwise be counted before every one of them had been looked at.
 */
async function inTurn<Result>(site: Site, subject: string, work: () => Promise<Result>): Promise<Result> {
  const turns = turnsBySite.get(site) ?? new Map<string, Turns>();
  turnsBySite.set(site, turns);
  const own = turns.get(subject) ?? { last: Promise.resolve(), waiting: 0 };
  if (own.waiting === MOST_IN_TURN) throw busy();
  turns.set(subject, own);
  own.waiting += 1;
  const turn = own.last.then(work, work);
  own.last = turn;
  try {
    return await turn;
  } finally {
    own.waiting -= 1;
    if (own.waiting === 0) turns.delete(subject);
  }
}
