// What a donor saves of their own. Whoever knows the donor ID gets it, so it holds how to reach the donor only where a code
// has proven who it is, and neither what volunteers wrote or photographed nor where codes were used.
import { fill } from '#shared/sentence.ts';
import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import { isRejected } from '#features/donations/serverRows.ts';
import { columnsFor, inBatches } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import type { DonorCaller, Site } from '#server/http/call.ts';
import type { JsonFile } from '#server/http/downloads.ts';
import { Refusal } from '#server/http/refusal.ts';
import { discountCodes, donations, participants, sessions, students } from '#server/db/schema.ts';
import { dayOf } from '#shared/dates.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { type contract, ownCode, ownDonation, ownProfile, ownSession } from './contract.ts';

type Own = EndpointAnswer<typeof contract.exportOwn>;

/** Rows are numbered from 1: a donor ID under which nobody donated yet has nothing. */
export const NOBODY = 0;

/**
 * Whether a donor is shown their codes. Where the site sends no mail a donor ID is all that anybody has; nobody's ID has
 * none to be kept back.
 */
export function opensCodes({ post }: Pick<Site, 'post'>, { isProven }: DonorCaller): boolean {
  return post === null || isProven;
}

const withoutProfile =
  'This is what is kept of your donations and codes. A donor ID is no proof of who you are, so your email, phone number, other donor IDs, share link, pickup requests, photos and notes, and the record of what was done are not in it: ask us for the whole file, {address} says how.';
const withProfile =
  'This is what is kept of you, your donations and your codes. What others wrote or asked for is not in it: pickup requests, photos and notes, mail, and the record of what was done: ask us for the whole file, {address} says how.';

/** The file of a signed-in donor. */
export async function ownFile(site: Site, donor: DonorCaller, now: Date): Promise<JsonFile<Own>> {
  const { database, publicUrl, timeZone } = site;
  const { sessionId, studentId, displayName, participantId } = donor;
  const id = participantId ?? NOBODY;
  const isProven = site.post !== null && donor.isProven;
  const [[session], [badges], profile, codes] = await Promise.all([
    database.select(columnsFor(sessions, ownSession)).from(sessions).where(eq(sessions.id, sessionId)),
    database
      .select({ keptBadges: participants.keptBadges })
      .from(participants)
      .where(eq(participants.id, id)),
    isProven ? profileOf(site, id) : null,
    database
      .select(columnsFor(discountCodes, ownCode))
      .from(discountCodes)
      .where(eq(discountCodes.participantId, opensCodes(site, donor) ? id : NOBODY))
      .orderBy(asc(discountCodes.id)),
  ]);
  if (!session) throw new Refusal('unauthenticated', 'Please sign in.');
  return {
    fileName: `my-reround-data-${dayOf(now, timeZone)}.json`,
    head: {
      ok: true,
      madeAt: now.toISOString(),
      note: fill(isProven ? withProfile : withoutProfile, { address: `${publicUrl}/privacy` }),
      studentId,
      displayName,
      profile,
      session,
      keptBadges: badges?.keptBadges ?? 0,
      codes,
    },
    lists: { donations: donationsOf(database, id) },
  };
}

async function profileOf({ database, publicUrl }: Site, id: number): Promise<Own['profile']> {
  const [person] = await database
    .select({ ...columnsFor(participants, ownProfile), shareToken: participants.shareToken })
    .from(participants)
    .where(eq(participants.id, id));
  if (!person) return null;
  const donorIds = await database
    .select({ studentId: students.studentId })
    .from(students)
    .where(eq(students.participantId, id))
    .orderBy(asc(students.id));
  const { shareToken, ...profile } = person;
  return {
    ...profile,
    studentIds: donorIds.map(({ studentId }) => studentId),
    shareLink: `${publicUrl}/p/${shareToken}`,
  };
}

async function* donationsOf(executor: Executor, participantId: number) {
  for await (const rows of inOrder(executor, eq(donations.participantId, participantId))) {
    yield rows;
  }
}

function inOrder(executor: Executor, condition: SQL | undefined) {
  return inBatches((afterId, limit) =>
    executor
      .select({ ...columnsFor(donations, ownDonation), isRejected })
      .from(donations)
      .where(and(condition, gt(donations.id, afterId)))
      .orderBy(asc(donations.id))
      .limit(limit),
  );
}
