// Participants and their profiles. A noted email belongs to one participant. Two participants become one only by a merge.
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { adminRecorder, recordDonorAction, recordExport } from '#features/audit/server.ts';
import { blankAsNull, inBatches } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { type AdminCaller, implement } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { endSessionsByEmail } from '#server/http/sessions.ts';
import { isClaiming, participants, phoneDigits } from '#server/db/schema.ts';
import { randomToken } from '#server/secrets.ts';
import { dayOf, zonedTimeOf } from '#shared/dates.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { participantContract as contract, type participantProfile } from './contract.ts';
import { noClaim } from './rules.ts';
import { countClaims, decideClaim, refuseTakenEmail } from './serverClaims.ts';
import { hasEmail, isTrusted } from './serverDonors.ts';
import { merge, undoMerge } from './serverMerge.ts';
import { lockForChange } from './serverRemoval.ts';
import { findByShareToken, shareUrl, switchShareLink } from './serverShareLinks.ts';
import {
  asSeenBy,
  findBestMatches,
  findExistingRow,
  findRow,
  findRows,
  matchesText,
  noSuchParticipant,
  withStudentIds,
} from './serverRows.ts';

const BEST_MATCHES = 10;

const claimFilters = {
  open: isClaiming(participants),
  proven: and(participants.isClaimProven, isClaiming(participants)),
};

const record = adminRecorder('participant');

export const participantsFeature = implement(contract, {
  participants: async ({ database, query: { q, claim, sort, limit, offset } }) => {
    const isFound = and(matchesText(q), claim ? claimFilters[claim] : undefined);
    const provenFirst = claim ? [desc(participants.isClaimProven)] : [];
    const [rows, total, claims] = await Promise.all([
      findRows(database, isFound, sort, provenFirst).limit(limit).offset(offset),
      database.$count(participants, isFound),
      countClaims(database),
    ]);
    const items = await withStudentIds(database, rows);
    return { ok: true as const, items, total, limit, offset, claims };
  },

  exportParticipants: async (call) => {
    const { database, query, site, now } = call;
    const { q } = query;
    const rows = await database.$count(participants, matchesText(q));
    await recordExport(call, {
      action: 'participant.exported',
      entityType: 'participant',
      rows,
      filters: query,
    });
    return {
      fileName: `participants-${dayOf(now, site.timeZone)}.csv`,
      header: ['id', 'name', 'email', 'phone', 'donor ids', 'donations', 'confirmed', 'last donation'],
      batches: exportedRows(database, q, site.timeZone),
    };
  },

  searchParticipants: async ({ database, query: { q }, admin }) => {
    if (!q) return { ok: true as const, items: [] };
    const items = await findBestMatches(database, q, BEST_MATCHES);
    return { ok: true as const, items: items.map((match) => asSeenBy(admin, match)) };
  },

  updateParticipant: async ({ transaction, params: { id }, body, admin, now }) => {
    const changes = blankAsNull(body);
    const fields = Object.keys(changes);
    const before = await lockForChange(transaction, id);
    if (changes.email) await refuseTakenEmail(transaction, changes.email, id);
    if (fields.length > 0) {
      await transaction.update(participants).set(changes).where(eq(participants.id, id));
    }
    // Sessions that began with the previous email may be somebody else's.
    if ('email' in changes && changes.email !== before.email) await endSessionsByEmail(transaction, id);
    await record(transaction, now, admin, 'participant.updated', id, { fields });
    return { ok: true as const, participant: await findExistingRow(transaction, id) };
  },

  decideClaim: async ({ transaction, params: { id }, body, admin, now }) => {
    await decideClaim(transaction, id, body, admin, now);
    return { ok: true as const, participant: await findExistingRow(transaction, id) };
  },

  changeShareLink: async ({ transaction, params: { id }, body: { state }, admin, site, now }) => {
    const { url, action } = await switchShareLink(transaction, site, id, state);
    if (action) await record(transaction, now, admin, action, id);
    return { ok: true as const, shareUrl: url };
  },

  changeOwnShareLink: async ({ transaction, body: { state }, donor, site, now }) => {
    if (!isTrusted(site, donor)) {
      throw new Refusal(
        'not_allowed',
        'Please sign in with a code that we mail you to change your share link.',
      );
    }
    const { participantId: id } = donor;
    if (id === null) {
      throw new Refusal('not_found', 'You have a share link once you have logged a donation.');
    }
    const { url, action } = await switchShareLink(transaction, site, id, state);
    if (action) {
      await recordDonorAction(transaction, now, id, { action, entityType: 'participant', entityId: id });
    }
    return { ok: true as const, shareUrl: url };
  },

  mergeParticipants: async ({ transaction, body: { fromId, toId }, admin, now }) => {
    const mergeId = await merge(transaction, { fromId, toId, mergedBy: admin.username }, now);
    await record(transaction, now, admin, 'participant.merged', toId, { fromId, mergeId });
    return { ok: true as const, mergeId, participant: await findExistingRow(transaction, toId) };
  },

  undoMerge: async ({ transaction, params: { mergeId }, admin, now }) => {
    const { fromId, toId } = await undoMerge(transaction, mergeId, now);
    await record(transaction, now, admin, 'participant.merge_undone', toId, { fromId, mergeId });
    return { ok: true as const, participant: await findExistingRow(transaction, fromId) };
  },

  upsertParticipant: async ({ transaction, body, admin, site: { publicUrl }, now }) => {
    const found = await findByContact(transaction, body);
    if (found) {
      const additions = findAdditions(found, body);
      const fields = Object.keys(additions);
      if (fields.length > 0) {
        await transaction.update(participants).set(additions).where(eq(participants.id, found.id));
        await record(transaction, now, admin, 'participant.updated', found.id, { fields });
      }
    }
    const { id, shareToken } = found ?? (await createParticipant(transaction, body, admin, now));
    return { ok: true as const, id, shareUrl: shareUrl(publicUrl, shareToken), created: !found };
  },

  publicStatus: async ({ database, params: { shareToken } }) => {
    const id = await findByShareToken(database, shareToken);
    const row = id === undefined ? undefined : await findRow(database, id);
    if (!row) throw new Refusal('not_found', 'Link not found or expired.');
    const { displayName, total_donations: all, confirmed_donations: confirmed } = row;
    return { ok: true as const, displayName, totals: { all, confirmed, pending: all - confirmed } };
  },
});

async function createParticipant(transaction: Transaction, profile: Profile, admin: AdminCaller, now: Date) {
  const [created] = await transaction
    .insert(participants)
    .values({ ...profile, shareToken: randomToken(), createdAt: now })
    .returning({ id: participants.id, shareToken: participants.shareToken });
  if (!created) throw new Error('The new participant was not returned.');
  await record(transaction, now, admin, 'participant.created', created.id);
  return created;
}

/** Finds what was typed for fields that are still empty in the found profile. */
function findAdditions(found: Found, { displayName, email, phone }: Profile) {
  return {
    ...(displayName && found.displayName === null && { displayName }),
    ...(phone && found.phone === null && { phone }),
    // The email becomes a claim only, because several people may share the phone number.
    ...(email && found.email === null && { ...noClaim, claimedEmail: email }),
  };
}

type Profile = z.output<typeof participantProfile>;

type Found = NonNullable<Awaited<ReturnType<typeof findByContact>>>;

const contactColumns = {
  id: participants.id,
  shareToken: participants.shareToken,
  displayName: participants.displayName,
  email: participants.email,
  phone: participants.phone,
};

/**
 * Finds a participant by email, else by phone number; the oldest if there are several. A phone number does not find a
 * participant with another noted name or email.
 */
async function findByContact(transaction: Transaction, { displayName, email, phone }: Profile) {
  const isSamePhone =
    phone &&
    and(
      sql`${phoneDigits(participants.phone)} = ${phoneDigits(sql`${phone}::text`)}`,
      email ? isNull(participants.email) : undefined,
      displayName
        ? or(
            isNull(participants.displayName),
            sql`lower(${participants.displayName}) = lower(${displayName})`,
          )
        : undefined,
    );
  for (const condition of [email && hasEmail(email), isSamePhone]) {
    if (!condition) continue;
    const [found] = await transaction
      .select(contactColumns)
      .from(participants)
      .where(condition)
      .orderBy(participants.id)
      .limit(1)
      .for('no key update');
    if (found) return found;
  }
  return undefined;
}

async function* exportedRows(executor: Executor, q: string | undefined, timeZone: TimeZone) {
  const batches = inBatches((afterId, limit) =>
    findRows(executor, and(matchesText(q), gt(participants.id, afterId)), 'id').limit(limit),
  );
  for await (const rows of batches) {
    yield (await withStudentIds(executor, rows)).map((row) => [
      row.id,
      row.displayName,
      row.email,
      row.phone,
      row.studentIds.join(', ') || null,
      row.total_donations,
      row.confirmed_donations,
      row.last_donation_at && zonedTimeOf(row.last_donation_at, timeZone),
    ]);
  }
}

/**
 * Locks an existing participant until the transaction ends: a merge or removal has to wait.
 *
 * @throws Refusal 404 if there is none, or they were removed.
 */
export async function lockExistingParticipant(transaction: Transaction, id: number): Promise<void> {
  const [participant] = await transaction
    .select({ id: participants.id })
    .from(participants)
    .where(and(eq(participants.id, id), isNull(participants.removedAt)))
    .for('key share');
  if (!participant) throw noSuchParticipant();
}
