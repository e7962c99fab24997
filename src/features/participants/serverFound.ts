// A page of the console's participants, and how many there are.
import { and, desc, eq, sql } from 'drizzle-orm';
import { columnsFor } from '#server/columns.ts';
import { countBounded, upToCounted } from '#server/counting.ts';
import type { Executor } from '#server/database.ts';
import { foundPage, type Page, type Way } from '#server/foundPage.ts';
import { inOrder, pageFound } from '#server/pageStatement.ts';
import { type Given, preparedByShape } from '#server/prepared.ts';
import { sampled } from '#server/sample.ts';
import { isClaiming, participants } from '#server/schema.ts';
import { rowCount } from '#server/totals/rowCounts.ts';
import { participantRow } from './contract.ts';
import { donorIdsHere, findRows, meantBy, meantHere, orders, type Sort } from './serverRows.ts';

const rankIn = (sort: Sort) =>
  sql<number>`(row_number() over (order by ${sql.join(inOrder(orders[sort], participants.id), sql`, `)}))::int`;

const sampleOfParticipants = sampled(
  participants,
  async (executor, ids) =>
    await executor
      .select({
        id: participants.id,
        searchText: participants.searchText,
        donorIds: donorIdsHere(participants.id),
        recent: rankIn('recent'),
        name: rankIn('name'),
        total: rankIn('total'),
      })
      .from(participants)
      .where(sql`${participants.id} = any(${sql.param(ids)}::int[])`)
      .orderBy(rankIn('recent')),
  ({ searchText, donorIds }) => [searchText, ...donorIds],
);

type SampledParticipant = Awaited<ReturnType<typeof sampleOfParticipants>>['rows'][number];

const claimFilters = {
  open: isClaiming(participants),
  proven: and(participants.isClaimProven, isClaiming(participants)),
};

interface Asked {
  q?: string | undefined;
  claim?: keyof typeof claimFilters | '' | undefined;
  sort: Sort;
}

/** One page of the participants. More than are counted of a text may be told as one more. */
export async function participantsPage(
  executor: Executor,
  { q, claim, sort }: Asked,
  { limit, offset }: Page,
  now: Date,
) {
  const page = { limit, offset };
  if (claim) {
    // Few claim anything.
    const condition = and(meantBy(q), claimFilters[claim]);
    const claiming = () =>
      findRows(executor, condition, sort, [desc(participants.isClaimProven)])
        .limit(limit)
        .offset(offset);
    return await Promise.all([
      upToCounted(offset, q, claiming),
      q ? countBounded(executor, participants, condition) : executor.$count(participants, condition),
    ]);
  }
  if (!q) {
    return await Promise.all([everyRow(executor, { sort }, page), rowCount(executor, 'participants')]);
  }
  const text = q.toLowerCase();
  const rows = async (way: Way, until?: number) => {
    const condition = way === 'walk' ? meantHere(q) : meantBy(q);
    const found = pageFound(executor, participants, way, condition, orders[sort], { ...page, until });
    return await executor
      .select({ ...columnsFor(participants, participantRow), total: found.total })
      .from(participants)
      .innerJoin(found, eq(found.id, participants.id))
      .orderBy(...inOrder(orders[sort], participants.id));
  };
  return await foundPage(executor, now, page, {
    sample: sampleOfParticipants,
    text,
    mentions: ({ searchText, donorIds }: SampledParticipant) =>
      searchText?.includes(text) || donorIds.some((id) => id.startsWith(text)),
    fits: () => true,
    ahead: (sample) => sample.toSorted((one, other) => one[sort] - other[sort]),
    walk: (until) => rows('walk', until?.id),
    gather: () => rows('gather'),
    gathered: ({ total }) => total,
    count: () => countBounded(executor, participants, meantBy(q)),
  });
}

const everyRow = preparedByShape(
  'participants',
  (executor, { sort }: { sort: Sort }, { limit, offset }: Given<Page>) =>
    findRows(executor, undefined, sort).limit(limit).offset(offset),
);
