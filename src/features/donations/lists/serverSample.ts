// How common a text is among the donations, by a sample of them that this process keeps. A search knows by it how to
// look for the text, and where so many fit that they need not be counted (docs/decisions/0030).
import { randomInt } from 'node:crypto';
import { eq, max, sql } from 'drizzle-orm';
import { connectionOf, type Executor } from '#server/database.ts';
import { donations, participants } from '#server/schema.ts';
import { MOST_COUNTED } from '#shared/lists.ts';

const SAMPLED = 500;
const KEPT_MILLISECONDS = 10 * 60_000;
/** The natural logarithm of a billion: in fewer of so many samples as these the verdict would be wrong. */
const LEAST_EVIDENCE = Math.log(1e9);

/** Some donations, drawn from all by chance. */
export interface Sample {
  /** The highest number that a donation had: as many there were at most, and each was as likely to be drawn. */
  of: number;
  rows: SampledDonation[];
}

export type SampledDonation = Awaited<ReturnType<typeof readDonations>>[number];

const samples = new WeakMap<object, { since: Date; sample: Promise<Sample> }>();

/** The sample of this process, drawn anew every ten minutes. What changed since is little beside what it says. */
export async function sampleOf(executor: Executor, now: Date): Promise<Sample> {
  const connection = connectionOf(executor);
  const kept = samples.get(connection);
  if (kept && Math.abs(now.getTime() - kept.since.getTime()) < KEPT_MILLISECONDS) return await kept.sample;
  const sample = draw(executor);
  samples.set(connection, { since: now, sample });
  sample.catch(() => samples.delete(connection));
  return await sample;
}

/** Of so few that all can be counted none are drawn. */
async function draw(executor: Executor): Promise<Sample> {
  const [row] = await executor.select({ highest: max(donations.id) }).from(donations);
  const highest = row?.highest ?? 0;
  if (highest <= MOST_COUNTED) return { of: highest, rows: [] };
  const ids = new Set<number>();
  while (ids.size < SAMPLED) ids.add(randomInt(1, highest + 1));
  return { of: highest, rows: await readDonations(executor, [...ids]) };
}

async function readDonations(executor: Executor, ids: number[]) {
  return await executor
    .select({
      date: donations.date,
      weight: donations.weight,
      isConfirmed: donations.isConfirmed,
      rejectedAt: donations.rejectedAt,
      photoUrl: donations.photoUrl,
      searchText: donations.searchText,
      studentId: sql<string | null>`lower(${donations.studentId})`,
      notes: sql<string | null>`lower(${donations.notes})`,
      participantText: participants.searchText,
      participantName: sql<string | null>`lower(${participants.displayName})`,
    })
    .from(donations)
    .innerJoin(participants, eq(participants.id, donations.participantId))
    .where(sql`${donations.id} = any(${sql.param(ids)}::int[])`);
}

type Test = (donation: SampledDonation) => boolean;

/** How common something is among the donations. */
export interface Verdict {
  /** About how many there are that mention it, of how many. */
  mentioning: number;
  of: number;
  /** That more than are counted mention it and meet the filters, too. */
  isMoreThanCounted: boolean;
}

/** What a sample says of a search: of the donations that mention its text, and of those among them that meet its filters. */
export function judge({ of, rows }: Sample, mentions: Test, fits: Test): Verdict {
  const mentioning = rows.filter((row) => mentions(row));
  const fitting = mentioning.filter((row) => fits(row));
  return {
    mentioning: (mentioning.length / SAMPLED) * of,
    of,
    isMoreThanCounted: isSurelyAbove(fitting.length / SAMPLED, MOST_COUNTED / of),
  };
}

/** Chernoff's bound: how unlikely so large a share of a sample is, if that of all is no larger than `most`. */
function isSurelyAbove(share: number, most: number): boolean {
  const evidence = SAMPLED * (surprise(share, most) + surprise(1 - share, 1 - most));
  return share > most && evidence > LEAST_EVIDENCE;
}

function surprise(found: number, expected: number): number {
  return found === 0 ? 0 : found * Math.log(found / expected);
}
