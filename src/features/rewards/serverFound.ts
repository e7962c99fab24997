// A page of the console's codes, and how many there are.
import { and, desc, gte, sql } from 'drizzle-orm';
import { donorIdsHere } from '#features/participants/serverRows.ts';
import { countBounded } from '#server/counting.ts';
import type { Executor } from '#server/database.ts';
import { foundPage, type Page, type Way } from '#server/foundPage.ts';
import { isOnPage } from '#server/pageStatement.ts';
import { sampled } from '#server/sample.ts';
import { discountCodes } from '#server/schema.ts';
import { displayStatus } from './rules.ts';
import { countThat, type Filters, findRows, matches } from './serverRows.ts';

const sampleOfCodes = sampled(
  discountCodes,
  async (executor, ids) =>
    await executor
      .select({
        id: discountCodes.id,
        code: sql<string>`lower(${discountCodes.code})`,
        participantText: discountCodes.participantText,
        donorIds: donorIdsHere(discountCodes.participantId),
        useCount: discountCodes.useCount,
        maxUses: discountCodes.maxUses,
        expiresAt: discountCodes.expiresAt,
        revokedAt: discountCodes.revokedAt,
      })
      .from(discountCodes)
      .where(sql`${discountCodes.id} = any(${sql.param(ids)}::int[])`)
      .orderBy(desc(discountCodes.id)),
  ({ code, participantText, donorIds }) => [code, participantText, ...donorIds],
);

type SampledCode = Awaited<ReturnType<typeof sampleOfCodes>>['rows'][number];

/** One page of the codes that a filter shows, the newest first. More than are counted of a text may be told as one more. */
export async function codesPage(executor: Executor, filters: Filters, { limit, offset }: Page, now: Date) {
  const order = [desc(discountCodes.id)];
  const rows = async (way: Way, until?: number) => {
    const isFound = and(
      matches(filters, now, { way }),
      until === undefined ? undefined : gte(discountCodes.id, until),
    );
    const onPage = isOnPage(executor, discountCodes, isFound, order, { limit, offset });
    return await findRows(executor, onPage).orderBy(...order);
  };
  const { q, status, participantId } = filters;
  // What one participant has is little, whatever their name.
  if (!q || participantId !== undefined) {
    return await Promise.all([rows('gather'), countThat(executor, filters, now)]);
  }
  const text = q.toLowerCase();
  const shown = { any: undefined, unused: 'active', used: 'used', expired: 'expired' }[status];
  const isShown = (code: SampledCode) => shown === undefined || displayStatus(code, now) === shown;
  const mentions = ({ code, participantText, donorIds }: SampledCode) =>
    code.includes(text) || participantText?.includes(text) || donorIds.some((id) => id.startsWith(text));
  return await foundPage(
    executor,
    now,
    { limit, offset },
    {
      sample: sampleOfCodes,
      text,
      // No index of the list's order narrows it to a status: a walk passes all codes but those that are shown.
      mentions: (code) => isShown(code) && mentions(code),
      fits: () => true,
      // The sample is read in this list's order.
      ahead: (codes) => codes,
      walk: (until) => rows('walk', until?.id),
      gather: () => rows('gather'),
      count: () => countBounded(executor, discountCodes, matches(filters, now)),
    },
  );
}
