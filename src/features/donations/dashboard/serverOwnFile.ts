// What a donor saves of their own. Whoever knows the donor ID gets it, so it holds what the dashboard shows, of all time,
// and nothing else.
import { and, asc, eq, gt } from 'drizzle-orm';
import { codesOf } from '#features/rewards/server.ts';
import { inBatches } from '#server/batches.ts';
import { columnsFor } from '#server/columns.ts';
import type { Executor } from '#server/database.ts';
import type { DonorCaller, Site } from '#server/http/call.ts';
import type { JsonFile } from '#server/http/jsonFile.ts';
import { instantsAsText } from '#server/instantsAsText.ts';
import { donations } from '#server/schema.ts';
import { dayOf } from '#shared/dates.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { type contract, recentDonation } from './contract.ts';

type Own = EndpointResponse<typeof contract.exportOwn>;

/** Rows are numbered from 1: a donor ID under which nobody donated yet has nothing. */
const NOBODY = 0;

/** The file of a signed-in donor. */
export async function ownFile(
  { database, publicUrl, timeZone }: Site,
  { studentId, displayName, participantId }: DonorCaller,
  now: Date,
): Promise<JsonFile<Own>> {
  const id = participantId ?? NOBODY;
  const codes = await codesOf(database, { participantId: id, now });
  return {
    fileName: `my-reround-data-${dayOf(now, timeZone)}.json`,
    head: {
      ok: true,
      madeAt: now.toISOString(),
      note: `This is what your dashboard shows. A donor ID is no proof of who you are, so your email, phone number, photos and notes are not in it: ask us for the whole file, ${publicUrl}/privacy says how.`,
      studentId,
      displayName,
      codes: codes.map(instantsAsText),
    },
    lists: { donations: donationsOf(database, id) },
  };
}

async function* donationsOf(executor: Executor, participantId: number) {
  for await (const rows of inOrder(executor, eq(donations.participantId, participantId))) {
    yield rows.map(({ rejectedAt, ...donation }) => ({ ...donation, isRejected: rejectedAt !== null }));
  }
}

const inOrder = inBatches('donations of a donor', (executor, condition, afterId, limit) =>
  executor
    .select({ ...columnsFor(donations, recentDonation), rejectedAt: donations.rejectedAt })
    .from(donations)
    .where(and(condition, gt(donations.id, afterId)))
    .orderBy(asc(donations.id))
    .limit(limit),
);
