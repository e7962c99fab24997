// Calls counted in the database, in windows that begin with the first of them: of what, by whom, for how long.
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { LimitName } from '#shared/limits.ts';
import type { Database, Executor } from '#server/database.ts';
import { type Given, prepared } from '#server/prepared.ts';
import { insertInto } from '#server/rows.ts';
import { rateLimits } from '#server/schema.ts';

/** One row of counts. */
export interface Count {
  name: LimitName;
  subject: string;
  windowMilliseconds: number;
}

type Counted = typeof rateLimits.$inferSelect;

/** What is counted so far, if its window lasts yet. */
export async function readCount(database: Database, count: Count, now: Date): Promise<Counted | undefined> {
  const { name, subject } = count;
  const [counted] = await callsInWindow(database, { name, subject, since: beforeWindow(count, now) });
  return counted;
}

type Asked = Pick<Count, 'name' | 'subject'> & { since: Date };

const callsInWindow = prepared('calls in a window', (executor, { name, subject, since }: Given<Asked>) =>
  executor
    .select()
    .from(rateLimits)
    .where(
      and(eq(rateLimits.name, name), eq(rateLimits.subject, subject), gt(rateLimits.windowStartedAt, since)),
    ),
);

/**
 * Counts one more in one statement, so that calls at the same moment are all counted.
 *
 * @returns the row as it is then; nothing if that would have made more than so many.
 */
export async function countOne(
  database: Executor,
  count: Count,
  now: Date,
  most = Infinity,
): Promise<Counted | undefined> {
  const { name, subject } = count;
  const [counted] = await insertInto(database, rateLimits)
    .values({ name, subject, calls: 1, windowStartedAt: now })
    .onConflictDoUpdate({
      ...oneMore(count, now),
      ...(most < Infinity && { setWhere: sql`${isOver(count, now)} or ${rateLimits.calls} < ${most}` }),
    })
    .returning();
  return counted;
}

/**
 * Counts one more in a row and, unless that makes more than so many there, in a second row of the same name
 * and window, all in one statement.
 */
export async function countInBoth(
  database: Database,
  count: Count,
  second: string,
  now: Date,
  most: number,
): Promise<{ first?: Counted | undefined; second?: Counted | null | undefined }> {
  const { name, subject } = count;
  const first = database
    .$with('first')
    .as(
      insertInto(database, rateLimits)
        .values({ name, subject, calls: 1, windowStartedAt: now })
        .onConflictDoUpdate(oneMore(count, now))
        .returning(),
    );
  const both = database.$with('second').as(
    database
      .insert(rateLimits)
      .select((query) =>
        query
          .select({
            name: first.name,
            subject: sql`${second}`.as('subject'),
            calls: sql`1`.as('calls'),
            windowStartedAt: instant(now).as('window_started_at'),
          })
          .from(first)
          .where(lte(first.calls, most)),
      )
      .onConflictDoUpdate(oneMore(count, now))
      .returning(),
  );
  const [counted] = await database
    .with(first, both)
    .select()
    .from(first)
    .leftJoin(both, sql`true`);
  return counted ?? {};
}

/** Counts a call no more, unless another window has begun. */
export async function uncount(database: Database, counted: Counted): Promise<void> {
  await database
    .update(rateLimits)
    .set({ calls: sql`${rateLimits.calls} - 1` })
    .where(and(sameRow(counted), eq(rateLimits.windowStartedAt, counted.windowStartedAt)));
}

/** Has a window that a clock ahead of this one began in the future begin now, so that it ends in time. */
export async function beginByNow(database: Database, count: Count | Counted, now: Date): Promise<void> {
  await database
    .update(rateLimits)
    .set({ windowStartedAt: startedBy(now) })
    .where(and(sameRow(count), gt(rateLimits.windowStartedAt, now)));
}

/** How a row that is there already counts one more. */
function oneMore(count: Count, now: Date) {
  const over = isOver(count, now);
  return {
    target: [rateLimits.name, rateLimits.subject],
    set: {
      calls: sql`case when ${over} then 1 else ${rateLimits.calls} + 1 end`,
      windowStartedAt: sql`case when ${over} then ${instant(now)} else ${startedBy(now)} end`,
    },
  };
}

const sameRow = ({ name, subject }: Count | Counted) =>
  and(eq(rateLimits.name, name), eq(rateLimits.subject, subject));

const isOver = (count: Count, now: Date) => lte(rateLimits.windowStartedAt, beforeWindow(count, now));

const beforeWindow = ({ windowMilliseconds }: Count, now: Date) =>
  new Date(now.getTime() - windowMilliseconds);

/** When a window began, which is never in the future. */
const startedBy = (now: Date) => sql`least(${rateLimits.windowStartedAt}, ${instant(now)})`;

// sql.param takes the column along, whose type says how the instant is written.
const instant = (date: Date) => sql`${sql.param(date, rateLimits.windowStartedAt)}::timestamptz`;
