import { and, asc, eq, gt } from 'drizzle-orm';
import { isTrusted } from '#features/donors/serverDonors.ts';
import { activeShareUrl } from '#features/donors/serverShareLinks.ts';
import { dayOf } from '#shared/dates.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { withValues } from '#shared/sentence.ts';
import { columnsFor, inBatches } from '#server/db/queries.ts';
import type { Executor } from '#server/db/database.ts';
import type { DonorCaller, Site } from '#server/http/call.ts';
import type { JsonFile } from '#server/http/downloads.ts';
import { Refusal } from '#server/http/refusal.ts';
import { discountCodes, donations, participants, sessions, students } from '#server/db/schema.ts';
import { type contract, ownCode, ownDonation, ownProfile, ownSession } from './contract.ts';
import { isRejected, NOBODY } from './serverRows.ts';

type OwnExport = EndpointAnswer<typeof contract.exportOwn>;

const noteWithoutProfile =
  'This is what is kept of your donations and codes. A donor ID is no proof of who you are, so your email, phone number, other donor IDs, share link, pickup requests, photos and notes, and the record of what was done are not in it: ask us for the whole file, {address} says how.';
const noteWithProfile =
  'This is what is kept of you, your donations and your codes. What others wrote or asked for is not in it: pickup requests, photos and notes, mail, and the record of what was done: ask us for the whole file, {address} says how.';

/**
 * The file with a signed-in donor's data. Anyone can sign in with a donor ID, so the file has email and phone only if a
 * mailed code has proven who signed in. The file never has volunteers' notes and photos, or where codes were used.
 */
export async function buildOwnExport(
  site: Site,
  donor: DonorCaller,
  now: Date,
): Promise<JsonFile<OwnExport>> {
  const { database, publicUrl, timeZone } = site;
  const { sessionId, studentId, displayName, participantId } = donor;
  const id = participantId ?? NOBODY;
  // A site without mail can prove nobody, even if the session counts as proven.
  const isProven = site.mailer !== null && donor.isProven;
  const [[session], [participant], profile, codes] = await Promise.all([
    database.select(columnsFor(sessions, ownSession)).from(sessions).where(eq(sessions.id, sessionId)),
    database
      .select({ keptBadges: participants.keptBadges })
      .from(participants)
      .where(eq(participants.id, id)),
    isProven ? findProfile(site, id) : null,
    database
      .select(columnsFor(discountCodes, ownCode))
      .from(discountCodes)
      .where(eq(discountCodes.participantId, isTrusted(site, donor) ? id : NOBODY))
      .orderBy(asc(discountCodes.id)),
  ]);
  if (!session) throw new Refusal('unauthenticated', 'Please sign in.');
  return {
    fileName: `my-reround-data-${dayOf(now, timeZone)}.json`,
    head: {
      ok: true,
      madeAt: now.toISOString(),
      note: withValues(isProven ? noteWithProfile : noteWithoutProfile, { address: `${publicUrl}/privacy` }),
      studentId,
      displayName,
      profile,
      session,
      keptBadges: participant?.keptBadges ?? 0,
      codes,
    },
    lists: { donations: readDonations(database, id) },
  };
}

async function findProfile({ database, publicUrl }: Site, id: number): Promise<OwnExport['profile']> {
  const [participant] = await database
    .select({
      ...columnsFor(participants, ownProfile),
      shareToken: participants.shareToken,
      isShareOff: participants.isShareOff,
    })
    .from(participants)
    .where(eq(participants.id, id));
  if (!participant) return null;
  const donorIds = await database
    .select({ studentId: students.studentId })
    .from(students)
    .where(eq(students.participantId, id))
    .orderBy(asc(students.id));
  const { shareToken, isShareOff, ...profile } = participant;
  return {
    ...profile,
    studentIds: donorIds.map(({ studentId }) => studentId),
    shareLink: activeShareUrl(publicUrl, { shareToken, isShareOff }),
  };
}

function readDonations(executor: Executor, participantId: number) {
  return inBatches((afterId, limit) =>
    executor
      .select({ ...columnsFor(donations, ownDonation), isRejected })
      .from(donations)
      .where(and(eq(donations.participantId, participantId), gt(donations.id, afterId)))
      .orderBy(asc(donations.id))
      .limit(limit),
  );
}
