// Pages of what a text finds, and how much it finds: in a time that does not grow with the rows, where that is
// possible (docs/decisions/0030).
import { MOST_COUNTED } from '#shared/lists.ts';
import type { Executor } from './database.ts';
import { isMoreThanCounted, type ReadSample } from './sample.ts';

export interface Page {
  limit: number;
  offset: number;
}

interface AskedPage extends Page {
  /** That it begins or ends beside a row, and is not counted off from the list's start: there its offset says where that is. */
  isBeside?: boolean;
}

/**
 * How a text is looked for. `walk`: row by row in the list's own order until the page is full, which is soon where many
 * mention it, and given up where it is not. `gather`: all that mention it, through the indexes of trigrams, then the page
 * among them.
 */
export type Way = 'walk' | 'gather';

interface FoundList<Sampled, Row> {
  sample: ReadSample<Sampled>;
  /** In lower case. */
  text: string;
  /** Whether a row that has the text is one that is looked for; each is, without it. */
  mentions?: (row: Sampled) => boolean | undefined;
  /** Whether it meets the other filters. */
  fits: (row: Sampled) => boolean;
  /** Of sampled rows those that a walk comes by, in its order. */
  ahead: (rows: Sampled[]) => Sampled[];
  /** Walks until the page is full, and no further than to a row like this one. */
  walk: (until: Sampled | undefined) => Promise<Row[]>;
  gather: () => Promise<Row[]>;
  /** How many were gathered, where the rows say so; without it they are counted. */
  gathered?: (row: Row) => number | null;
  /** Counts all that fit, one more than are counted at most. */
  count: () => Promise<number>;
}

/** One page of what a text finds, and how many rows it finds, more than are counted or not. The list ends with what is counted. */
export async function foundPage<Sampled, Row>(
  executor: Executor,
  now: Date,
  { offset, limit, isBeside = false }: AskedPage,
  {
    sample,
    text,
    mentions = () => true,
    fits,
    ahead,
    walk,
    gather,
    gathered,
    count,
  }: FoundList<Sampled, Row>,
): Promise<[rows: Row[], total: number]> {
  const drawn = await sample(executor, now);
  const mentioned = drawn.having(text).filter((row) => mentions(row));
  const found = mentioned.filter((row) => fits(row));
  const isMore = isMoreThanCounted(drawn, found.length);
  if (offset >= MOST_COUNTED) return [[], isMore ? MOST_COUNTED + 1 : await count()];
  const wanted = isBeside ? limit : offset + limit;
  // For so many rows each of those that were drawn stands.
  const each = drawn.of / Math.max(1, drawn.drawn);
  const mentioning = mentioned.length * each;
  // To find so many a walk looks at as many more as there are more that do not mention the text.
  const looks = wanted * (drawn.of / mentioning);
  const isWalked = looks < mentioning;
  const until = isWalked ? lastLookedAt() : undefined;
  const [soonest, counted] = await Promise.all([
    isWalked ? walk(until) : gather(),
    isMore || (!isWalked && gathered) ? undefined : count(),
  ]);
  const rows = until !== undefined && soonest.length < limit ? await gather() : soonest;
  const [first] = rows;
  const told = counted ?? (gathered && first ? gathered(first) : null);
  return [rows.slice(0, MOST_COUNTED - offset), told ?? (await untold())];

  /** Of the sampled rows the one that a walk goes no further than to. */
  function lastLookedAt(): Sampled | undefined {
    const walked = ahead(drawn.rows.filter((row) => fits(row)));
    const sampledOf = (many: number) => Math.ceil(many / each) + LEEWAY;
    const evenly = sampledOf(looks * PATIENCE);
    const last = ahead(found)[sampledOf(wanted * PATIENCE)];
    const enough = last === undefined ? Infinity : walked.indexOf(last);
    const isWorthIt = enough < sampledOf(mentioning / LOOK_COST);
    return walked[isWorthIt ? Math.max(evenly, enough) : evenly];
  }

  async function untold(): Promise<number> {
    // A page that is not full is the last one, whatever was in the sample.
    const isLast = rows.length < limit;
    if (isMore && !isLast) return MOST_COUNTED + 1;
    const isCountedOff = !isBeside && (rows.length > 0 || offset === 0);
    return isLast && isCountedOff ? offset + rows.length : await count();
  }
}

/**
 * So many times as many rows as should be enough a walk looks at before it is given up: what mentions the text may all be far
 * from where the list begins, as a bin is that was taken away years ago.
 */
const PATIENCE = 4;

/**
 * A walk looks at a row in the time in which about so many are gathered, where it asks for a participant's text; an entry of the
 * log or a code takes less. For less than gathering costs it goes on to where the sample has rows enough that mention the text,
 * past others that were written in one go.
 */
const LOOK_COST = 3;

/** One by chance is no measure: so many more sampled rows are waited for. */
const LEEWAY = 2;
