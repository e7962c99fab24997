// A page of the log's entries, and how many there are.
import {
  and,
  count,
  eq,
  getTableColumns,
  getTableName,
  gte,
  lt,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { REMOVED_NAME } from '#shared/removedName.ts';
import { MOST_COUNTED } from '#shared/lists.ts';
import { rowsToCount } from '#server/counting.ts';
import type { Executor } from '#server/database.ts';
import { foundPage, type Page, type Way } from '#server/foundPage.ts';
import { inOrder, type Order, pageFound } from '#server/pageStatement.ts';
import { type Given, preparedByShape } from '#server/prepared.ts';
import { keptSample, noneDrawn, SAMPLED, searchable } from '#server/sample.ts';
import { admins, auditLog, discountCodes, participants, students } from '#server/schema.ts';
import { anywhere, like } from '#server/search.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import type { entityTypes } from './contract.ts';

export const SIGN_IN_FAILED = 'admin.sign_in_failed';

export type EntityType = (typeof entityTypes)[number];

interface Asked {
  /** Texts that are part of them. */
  actor?: string | undefined;
  action?: string | undefined;
  entityType: EntityType | undefined;
  participantId: number | undefined;
  since: Date | undefined;
  before: Date | undefined;
}

/** The same in a statement. */
interface Values extends Omit<Asked, 'actor' | 'action'> {
  actorPattern: string | undefined;
  actionPattern: string | undefined;
}

const latest: Order = { by: auditLog.createdAt, direction: 'desc' };

/** One page of the log, the latest first. More entries than are counted of a text may be told as one more. */
export async function entriesPage(executor: Executor, asked: Asked, { limit, offset }: Page, now: Date) {
  const { actor, action, ...filters } = asked;
  const { entityType, participantId, since, before } = filters;
  const values = { ...filters, actorPattern: anywhere(actor), actionPattern: anywhere(action) };
  const page = { limit, offset };
  if (!hasText(values)) {
    return await Promise.all([
      everyEntry(executor, {}, { ...values, ...page }),
      countEntries(executor, values),
    ]);
  }
  const rows = async (way: Way, from = since) =>
    await foundEntries(executor, { way }, { ...values, since: from, ...page });
  const texts = { actor: actor?.toLowerCase(), action: action?.toLowerCase() };
  return await foundPage(executor, now, page, {
    sample: sampleOfLog,
    // Either will do: an entry is asked for both.
    text: texts.action || texts.actor || '',
    // What is about one participant is little, and an index leads there: it is gathered.
    mentions: (entry) =>
      (participantId === undefined || entry.participantId === participantId) && mentions(entry, texts),
    fits: (entry) =>
      (!entityType || entry.entityType === entityType) &&
      (!since || entry.createdAt >= since) &&
      (!before || entry.createdAt < before),
    ahead: latestFirst,
    walk: (until) => rows('walk', until?.createdAt),
    gather: () => rows('gather'),
    gathered: ({ total }) => total,
    count: async () => (await boundedCount(executor, {}, values))[0]?.total ?? 0,
  });
}

/**
 * No index leads to an entry by its number alone. So as many blocks are drawn as are read soon, and few of their rows. What was
 * written together says the same: of a block that was drawn no more than one row stays.
 */
const sampleOfLog = keptSample(async (executor) => {
  const of = await rowCount(executor, 'audit_log');
  if (of <= MOST_COUNTED) return noneDrawn(of);
  const blocks = Math.min(1, READ_TO_SAMPLE / of);
  const entries = await executor
    .select({
      block: sql<string>`${auditLog}.tableoid || split_part(${auditLog}.ctid::text, ',', 1)`,
      actor: sql<string>`lower(${auditLog.actor})`,
      action: sql<string>`lower(${auditLog.action})`,
      failedAs: sql<string | null>`case when ${auditLog.action} = ${SIGN_IN_FAILED} then
        (select lower(${admins.username}) from ${admins} where ${eq(admins.id, auditLog.entityId)}) end`,
      entityType: sql<string>`${auditLog.entityType}`,
      participantId: sql<number | null>`${auditLog.participantId}`,
      createdAt: sql<Date>`${auditLog.createdAt}`.mapWith(auditLog.createdAt),
    })
    .from(sql`${auditLog} tablesample system (${100 * blocks})`)
    .where(sql`random() < ${SAMPLED / (of * blocks)}`);
  // Where all blocks are read each row was drawn by itself.
  const rows = latestFirst(
    blocks === 1 ? entries : [...new Map(entries.map((entry) => [entry.block, entry])).values()],
  );
  const having = searchable(rows, ({ actor, action, failedAs }) => [actor, action, failedAs]);
  return { of, drawn: rows.length, rows, having };
});

/** So many rows: more would keep everybody waiting on the embedded database. */
const READ_TO_SAMPLE = 100_000;

type SampledEntry = Awaited<ReturnType<typeof sampleOfLog>>['rows'][number];

function latestFirst<Entry extends { createdAt: Date }>(entries: Entry[]): Entry[] {
  return entries.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

function mentions(entry: SampledEntry, { actor, action }: Pick<Asked, 'actor' | 'action'>): boolean {
  return (
    (!actor || entry.actor.includes(actor) || (entry.failedAs?.includes(actor) ?? false)) &&
    (!action || entry.action.includes(action))
  );
}

function isAsked({
  actorPattern,
  actionPattern,
  entityType,
  participantId,
  since,
  before,
}: Partial<Given<Values>>): SQL | undefined {
  return and(
    actorPattern && or(like(sql`lower(${auditLog.actor})`, actorPattern), isFailureAs(actorPattern)),
    actionPattern && like(sql`lower(${auditLog.action})`, actionPattern),
    entityType && eq(auditLog.entityType, entityType),
    participantId && eq(auditLog.participantId, participantId),
    since && gte(auditLog.createdAt, since),
    before && lt(auditLog.createdAt, before),
  );
}

/** Who fails to sign in is nobody yet: whoever looks for an admin looks for what was tried under the name, too. */
function isFailureAs(name: Placeholder): SQL | undefined {
  return and(
    eq(auditLog.action, SIGN_IN_FAILED),
    sql`${auditLog.entityId} in (select ${admins.id} from ${admins} where ${like(sql`lower(${admins.username})`, name)})`,
  );
}

const hasText = ({ actorPattern, actionPattern }: Values) =>
  actorPattern !== undefined || actionPattern !== undefined;

/** What is between two days is counted, and may be much. */
const takesLong = (asked: Values) =>
  hasText(asked) || asked.since !== undefined || asked.before !== undefined;

/** The log itself keeps no codes: they can be spent. */
const nameOfEntity = sql<string | null>`case
  when ${auditLog.entityType} = 'code' then
    (select ${discountCodes.code} from ${discountCodes} where ${eq(discountCodes.id, auditLog.entityId)})
  when ${auditLog.action} = ${SIGN_IN_FAILED} then
    (select ${admins.username} from ${admins} where ${eq(admins.id, auditLog.entityId)}) end`;

/** As the console calls them elsewhere. */
const nameOfParticipant = sql<string | null>`(
  select case when ${participants.removedAt} is not null then ${REMOVED_NAME.toLowerCase()}
    else coalesce(${participants.displayName}, (
      select ${students.studentId} from ${students}
      where ${eq(students.participantId, participants.id)} order by ${students.id} limit 1
    ), ${participants.email}, ${participants.phone}) end
  from ${participants} where ${eq(participants.id, auditLog.participantId)}
)`;

const entryColumns = {
  ...getTableColumns(auditLog),
  entityName: nameOfEntity,
  participantName: nameOfParticipant,
};

const everyEntry = preparedByShape(
  'audit entries',
  (executor, _, { limit, offset, ...asked }: Given<Values & Page>) => {
    const order = inOrder(latest, auditLog.id);
    // By themselves first: else names are looked up for entries that the page passes over, too.
    const page = executor
      .select()
      .from(auditLog)
      .where(isAsked(asked))
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
      // The columns name the table.
      .as(getTableName(auditLog));
    return executor
      .select(entryColumns)
      .from(page)
      .orderBy(...order);
  },
  takesLong,
);

const foundEntries = preparedByShape(
  'audit entries found',
  (executor, { way }: { way: Way }, { limit, offset, ...asked }: Given<Values & Page>) => {
    const page = pageFound(executor, auditLog, way, isAsked(asked), latest, { limit, offset });
    return (
      executor
        .select({ ...entryColumns, total: page.total })
        .from(auditLog)
        // By both: the moment says in which year's table it is.
        .innerJoin(page, and(eq(page.id, auditLog.id), eq(page.by, auditLog.createdAt)))
        .orderBy(...inOrder(latest, auditLog.id))
    );
  },
  takesLong,
);

/** How many entries a filter without a text shows. */
async function countEntries(executor: Executor, asked: Values): Promise<number> {
  const { entityType, participantId, since, before } = asked;
  if (participantId === undefined && !since && !before) {
    return await rowCount(executor, 'audit_log', entityType && [entityType]);
  }
  const [row] = await foundCount(executor, {}, asked);
  return row?.total ?? 0;
}

const boundedCount = preparedByShape(
  'audit count, bounded',
  (executor, _, asked: Given<Values>) =>
    executor.select({ total: count() }).from(rowsToCount(executor, auditLog, isAsked(asked))),
  takesLong,
);

const foundCount = preparedByShape(
  'audit count',
  (executor, _, asked: Given<Values>) =>
    executor.select({ total: count() }).from(auditLog).where(isAsked(asked)),
  takesLong,
);
