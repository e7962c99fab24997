// Calls counted in the database, in windows that begin with the first of them: of what, by whom, for how long.
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { LimitName } from '#shared/limits.ts';
import type { Database, Executor } from '#server/database.ts';
import { type Given, prepared, preparedByShape } from '#server/prepared.ts';
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
  executor: Executor,
  count: Count,
  now: Date,
  most = Infinity,
): Promise<Counted | undefined> {
  const { name, subject } = count;
  const since = beforeWindow(count, now);
  const [counted] = await oneMore(executor, {}, { name, subject, since, now, most: finite(most) });
  return counted;
}

/** No limit is a statement without one. */
const finite = (most: number) => (most < Infinity ? most : undefined);

interface Counting extends Asked {
  now: Date;
  most: number | undefined;
}

const oneMore = preparedByShape('one more call', (executor, _, given: Given<Counting>) =>
  newCount(executor, given)
    .onConflictDoUpdate({
      ...addedTo(given),
      ...(given.most && { setWhere: sql`${isOver(given)} or ${rateLimits.calls} < ${given.most}` }),
    })
    .returning(),
);

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
  const [counted] = await oneMoreInBoth(database, {
    name,
    subject,
    second,
    since: beforeWindow(count, now),
    now,
    most,
  });
  return counted ?? {};
}

type CountingBoth = Counting & { second: string };

const oneMoreInBoth = prepared('one more call in both', (executor, given: Given<CountingBoth>) => {
  const first = executor
    .$with('first')
    .as(newCount(executor, given).onConflictDoUpdate(addedTo(given)).returning());
  const both = executor.$with('second').as(
    executor
      .insert(rateLimits)
      .select((query) =>
        query
          .select({
            name: first.name,
            subject: sql`${given.second}::text`.as('subject'),
            calls: sql`1`.as('calls'),
            windowStartedAt: sql`${given.now}::timestamptz`.as('window_started_at'),
          })
          .from(first)
          .where(lte(first.calls, given.most)),
      )
      .onConflictDoUpdate(addedTo(given))
      .returning(),
  );
  return executor
    .with(first, both)
    .select()
    .from(first)
    .leftJoin(both, sql`true`);
});

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
    .set({ windowStartedAt: startedBy(instant(now)) })
    .where(and(sameRow(count), gt(rateLimits.windowStartedAt, now)));
}

/** The row of a first call. */
const newCount = (executor: Executor, { name, subject, now }: Given<Counting>) =>
  insertInto(executor, rateLimits).values({ name, subject, calls: 1, windowStartedAt: now });

/** How a row that is there already counts one more. */
function addedTo(given: Given<Counting>) {
  const over = isOver(given);
  const now = sql`${given.now}::timestamptz`;
  return {
    target: [rateLimits.name, rateLimits.subject],
    set: {
      calls: sql`case when ${over} then 1 else ${rateLimits.calls} + 1 end`,
      windowStartedAt: sql`case when ${over} then ${now} else ${startedBy(now)} end`,
    },
  };
}

const sameRow = ({ name, subject }: Count | Counted) =>
  and(eq(rateLimits.name, name), eq(rateLimits.subject, subject));

const isOver = ({ since }: Given<Counting>) => lte(rateLimits.windowStartedAt, since);

const beforeWindow = ({ windowMilliseconds }: Count, now: Date) =>
  new Date(now.getTime() - windowMilliseconds);

/** When a window began, which is never in the future. */
const startedBy = (now: SQL) => sql`least(${rateLimits.windowStartedAt}, ${now})`;

// sql.param takes the column along, whose type says how the instant is written.
const instant = (date: Date) => sql`${sql.param(date, rateLimits.windowStartedAt)}::timestamptz`;
