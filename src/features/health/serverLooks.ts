// Looks at the site, kept in the database: one process of however many looks at a part when its time has come, and each when
// it starts; all of them tell what came of it, and one mail says that something turned red, one that it is good again.
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { type Mailing, queueMail } from '#features/mail/serverOutbox.ts';
import { readSettings } from '#features/site/server.ts';
import { type Database, type Executor, inTransaction, type Transaction } from '#server/database.ts';
import type { Site } from '#server/http/call.ts';
import { instantsAsText } from '#server/instantsAsText.ts';
import { onlyColumns } from '#server/rows.ts';
import { healthChecks, mails } from '#server/schema.ts';
import { addDays, addSeconds } from '#shared/dates.ts';
import { type PartName, partNames } from '#shared/health.ts';
import { placeholderOrganization } from '#shared/organization.ts';
import type { HealthCheck } from './contract.ts';
import { type Check, type Kept, nextLook, rhythms, standing } from './rules.ts';
import { look, type Probed, type Seen } from './serverProbes.ts';

/** A clock that was set back leaves looks that are due long after they should be. */
const MOST_SLACK = sql`interval '1 hour'`;

/** Between the last bad look and the mail that all is well: what comes and goes is one alarm. */
const CALM_SECONDS = 15 * 60;

/** A mail that was given up is written again so much later: the address may be wrong, and stay so. */
const WRITTEN_AGAIN_DAYS = 1;

/** What looking needs of a site, beside what is looked at. */
export type Looking = Probed & Mailing & Pick<Site, 'wakeMail' | 'timeZone'>;

/**
 * Looks at the parts whose time has come and that no other process looks at, keeps what came of it, and writes to whoever runs
 * the site where something turned red or good again.
 *
 * @param isStart Whether the process has just started, by other settings perhaps than those of the last looks: then all but the
 * recount are due.
 */
export async function lookWhereDue(site: Looking, isStart = false): Promise<void> {
  const { database, clock } = site;
  const due = await takeLooks(database, clock(), site.timeZone, isStart);
  const lookAt = async (names: readonly PartName[]) => {
    const seen = await look(site, names);
    const isTold = await inTransaction(database, async (transaction) => {
      for (const one of seen) await keepLook(transaction, one, clock());
      return await tellOfChanges(transaction, site, clock());
    });
    if (isTold) site.wakeMail();
  };
  await lookAt(due.filter((name) => name !== 'totals'));
  // A recount may take minutes: what else was seen is not to be as old.
  if (due.includes('totals')) await lookAt(['totals']);
}

/** What looks where it is due, to be called at the start and once a minute. Any number of processes may do so. */
export function healthLooks(site: Looking): () => Promise<void> {
  let isStart = true;
  return async () => {
    await lookWhereDue(site, isStart);
    isStart = false;
  };
}

/** Whether a process of the site runs, as far as its looks say so: each of them looks all the time. */
export async function isLookedAt(executor: Executor, now: Date): Promise<boolean> {
  const since = addSeconds(now, -rhythms.database.staleMinutes * 60);
  const isRecent = and(gt(healthChecks.checkedAt, since), lte(healthChecks.checkedAt, now));
  return (await executor.$count(healthChecks, isRecent)) > 0;
}

/** Takes the looks whose time has come, so that no other process makes them too. */
async function takeLooks(
  database: Database,
  now: Date,
  timeZone: string,
  isStart: boolean,
): Promise<PartName[]> {
  const rows = partNames.map((name) => ({
    name,
    nextLookAt: nextLook(name, now, timeZone),
    redAt: addSeconds(now, rhythms[name].staleMinutes * 60),
  }));
  const next = sql`excluded.next_look_at`;
  const isTime = sql`${healthChecks.nextLookAt} <= ${now.toISOString()}::timestamptz or ${healthChecks.nextLookAt} > ${next} + ${MOST_SLACK}`;
  const taken = await database
    .insert(healthChecks)
    .values(rows)
    .onConflictDoUpdate({
      target: healthChecks.name,
      set: { nextLookAt: next },
      setWhere: isStart ? sql`${isTime} or ${healthChecks.name} <> 'totals'` : isTime,
    })
    // A row that was there before is locked by this transaction.
    .returning({ name: healthChecks.name, isNew: sql<boolean>`xmax = 0` });
  const names = new Set(taken.map(({ name }) => name));
  // Recounting a million donations is no way to begin: it waits for the first night.
  if (taken.some(({ name, isNew }) => name === 'totals' && isNew)) names.delete('totals');
  return partNames.filter((name) => names.has(name));
}

async function keepLook(
  transaction: Transaction,
  { name, state, sentence, wrongTotals }: Seen,
  now: Date,
): Promise<void> {
  const { staleMinutes, graceMinutes } = rhythms[name];
  const graceEnds = addSeconds(now, graceMinutes * 60);
  const came =
    state === 'bad'
      ? { lastBadAt: now, redAt: sql`least(${healthChecks.redAt}, ${graceEnds.toISOString()}::timestamptz)` }
      : { lastGoodAt: now, redAt: addSeconds(now, staleMinutes * 60) };
  await transaction
    .update(healthChecks)
    .set(
      onlyColumns(healthChecks, {
        state,
        sentence,
        wrongTotals: wrongTotals ?? null,
        checkedAt: now,
        ...came,
      }),
    )
    .where(eq(healthChecks.name, name));
}

/**
 * Writes one mail of all that turned red and one of all that is good again, to the organisation's own address: admins have
 * none. Nothing is marked as told where nobody can be written to.
 *
 * @returns whether anything was written.
 */
async function tellOfChanges(transaction: Transaction, site: Looking, now: Date): Promise<boolean> {
  if (!site.post) return false;
  const { organization } = await readSettings(transaction);
  if (organization.email === placeholderOrganization.email) return false;
  // Of a version before this one there may be parts that nobody looks at any more.
  const isPart = inArray(healthChecks.name, [...partNames]);
  // Another process may be looking right now, after an hour in which none ran: what it sees it tells itself.
  const isSeen = or(eq(healthChecks.state, 'bad'), lte(healthChecks.nextLookAt, now));
  const red = await transaction
    .update(healthChecks)
    .set(onlyColumns(healthChecks, { toldAt: now }))
    .where(
      and(isPart, isSeen, or(isNull(healthChecks.toldAt), wasToldInVain(now)), lte(healthChecks.redAt, now)),
    )
    .returning();
  const green = await transaction
    .update(healthChecks)
    .set({ toldAt: null })
    .where(
      and(
        isPart,
        isNotNull(healthChecks.toldAt),
        gt(healthChecks.redAt, now),
        or(
          isNull(healthChecks.lastBadAt),
          lte(healthChecks.lastBadAt, addSeconds(now, -CALM_SECONDS)),
          // By a clock that was set back since.
          gt(healthChecks.lastBadAt, now),
        ),
      ),
    )
    .returning();
  const mail = {
    occasion: null,
    participantId: null,
    recipient: organization.email,
    language: 'en',
  } as const;
  if (red.length > 0) {
    const content = { checks: inOrder(red, now) };
    await queueMail(transaction, site, { ...mail, kind: 'health_red', content }, now);
  }
  if (green.length > 0) {
    const content = { checks: inOrder(green, now) };
    await queueMail(transaction, site, { ...mail, kind: 'health_green', content }, now);
  }
  return red.length + green.length > 0;
}

/** Whether the mail that told of a part never arrived, and another one may be tried. */
function wasToldInVain(now: Date): SQL | undefined {
  const mail = sql`select 1 from ${mails} where ${mails.kind} = 'health_red' and ${mails.status} = 'failed' and ${eq(mails.createdAt, healthChecks.toldAt)}`;
  return and(lte(healthChecks.toldAt, addDays(now, -WRITTEN_AGAIN_DAYS)), sql`exists (${mail})`);
}

/** How each part stands by now, as the last look of any process left it. */
export async function keptChecks(executor: Executor, now: Date): Promise<HealthCheck[]> {
  const rows = await executor.select().from(healthChecks);
  const byName = new Map(rows.map((row) => [row.name, row]));
  return partNames.flatMap((name) => {
    const row = byName.get(name);
    if (!row) return [];
    const { checkedAt, lastGoodAt } = row;
    const { state, sentence } = standing(row, now);
    return [{ name, state, sentence, ...instantsAsText({ checkedAt, lastGoodAt }) }];
  });
}

function inOrder(rows: readonly (Kept & { name: string })[], now: Date): Pick<Check, 'name' | 'sentence'>[] {
  return partNames.flatMap((name) =>
    rows.filter((row) => row.name === name).map((row) => ({ name, sentence: standing(row, now).sentence })),
  );
}
