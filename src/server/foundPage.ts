// Pages of what a text finds, and how much it finds: in a time that does not grow with the rows, where that is
// possible (docs/decisions/0030).
import { MOST_COUNTED } from '#shared/lists.ts';
import type { Executor } from './database.ts';
import { judge, type ReadSample, type Verdict } from './sample.ts';

export interface Page {
  limit: number;
  offset: number;
}

/**
 * How a text is looked for. `walk`: row by row in the list's own order until the page is full, which is soon where many
 * mention it. `gather`: all that mention it, through the indexes of trigrams, then the page among them.
 */
export type Way = 'walk' | 'gather';

interface FoundList<Sampled, Row> {
  sample: ReadSample<Sampled>;
  mentions: (row: Sampled) => boolean;
  /** Whether it meets the other filters. */
  fits: (row: Sampled) => boolean;
  walk: () => Promise<Row[]>;
  gather: () => Promise<Row[]>;
  /** How many were gathered, where the rows say so; without it they are counted. */
  gathered?: (row: Row) => number | null;
  /** Counts all that fit, one more than are counted at most. */
  count: () => Promise<number>;
}

/**
 * One page of what a text finds, and how many rows it finds, more than are counted or not.
 *
 * @param passed how many rows are passed over to the page, where it is walked to.
 */
export async function foundPage<Sampled, Row>(
  executor: Executor,
  now: Date,
  { offset, limit, passed = offset }: Page & { passed?: number },
  { sample, mentions, fits, walk, gather, gathered, count }: FoundList<Sampled, Row>,
): Promise<[rows: Row[], total: number]> {
  const verdict = judge(await sample(executor, now), mentions, fits);
  const counted = async () => (verdict.isMoreThanCounted ? MOST_COUNTED + 1 : await count());
  if (offset >= MOST_COUNTED) return [[], await counted()];
  if (isWalkedTo(passed + limit, verdict)) return await Promise.all([walk(), counted()]);
  if (!gathered) return await Promise.all([gather(), counted()]);
  const rows = await gather();
  const [first] = rows;
  return [rows, (first && gathered(first)) ?? (offset === 0 ? 0 : await counted())];
}

/** To find so many a walk looks at as many more as there are more that do not mention the text. */
function isWalkedTo(rows: number, { mentioning, of }: Verdict): boolean {
  return mentioning > 0 && rows * (of / mentioning) < mentioning;
}
