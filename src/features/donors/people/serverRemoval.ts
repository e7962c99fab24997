// Removes a person from everything that identifies them. Donations and the audit log stay.
import { eq, or, type SQL, sql } from 'drizzle-orm';
import { adminRecorder } from '#features/audit/server.ts';
import { eraseDonor, hasText } from '#features/donations/server.ts';
import { isPending } from '#features/donations/serverRows.ts';
import { forgetReporters } from '#features/bins/serverReporters.ts';
import { eraseAddresses } from '#features/mail/serverOutbox.ts';
import { deleteSubscribers, isSubscribed } from '#features/mail/newsletter/server.ts';
import { participantName } from '#features/donors/participantName.ts';
import { isTypedName } from '#features/donors/rules.ts';
import { eraseParticipant, isRemoved, type Profile, profilesOf } from '#features/donors/serverRemoval.ts';
import { matchOf, noSuchParticipant } from '#features/donors/serverRows.ts';
import { deletePickups, requestedBy } from '#features/pickups/server.ts';
import { revokeUnused } from '#features/rewards/server.ts';
import { isUnspent } from '#features/rewards/serverRows.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { invalidFields } from '#server/http/refusal.ts';
import { discountCodes, donations, newsletterSubscribers, participants, pickups } from '#server/db/schema.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { consoleOnly } from '#shared/sentence.ts';
import type { contract } from './contract.ts';

const record = adminRecorder('participant');

interface RemovalRequest {
  id: number;
  reason: string;
  name: string | undefined;
  admin: AdminCaller;
}

/**
 * Removes a participant. A donation logged or decided at the same time comes wholly before or after.
 *
 * @throws Refusal 404; 409 if removed already; 400 if another name was typed.
 */
export async function removePerson(
  transaction: Transaction,
  { id, reason, name, admin }: RemovalRequest,
  now: Date,
): Promise<void> {
  const [locked] = await transaction
    .select({ removedAt: participants.removedAt })
    .from(participants)
    .where(eq(participants.id, id))
    .for('update');
  const person = await matchOf(transaction, id);
  if (!locked || !person) throw noSuchParticipant();
  if (locked.removedAt) throw isRemoved();
  if (name !== undefined && !isTypedName(name, participantName(person))) {
    throw invalidFields({ name: consoleOnly('That is not the name of this person') });
  }
  // Before `eraseParticipant` empties the merges.
  const profiles = await profilesOf(transaction, person);
  await eraseParticipant(transaction, id, now);
  await eraseDonor(transaction, id);
  const codes = await revokeUnused(transaction, [id], admin, now);
  const requests = await deletePickups(transaction, pickupsOf(profiles));
  const subscriptions = await deleteSubscribers(transaction, subscriptionsOf(profiles));
  await eraseAddresses(transaction, { participantId: id, emails: profileEmails(profiles) });
  await forgetReporters(transaction, profileEmails(profiles));
  await record(transaction, now, admin, 'participant.removed', id, {
    reason,
    codes,
    pickups: requests,
    newsletter: subscriptions,
  });
}

type Preview = EndpointResponse<typeof contract.removalPreview>;

/** @throws Refusal 404; 409 if removed already. */
export async function previewOf(executor: Executor, id: number): Promise<Preview> {
  const person = await matchOf(executor, id);
  if (!person) throw noSuchParticipant();
  if (person.removed_at) throw isRemoved();
  const profiles = await profilesOf(executor, person);
  const [given, coded, asked, subscribed] = await Promise.all([
    donationFigures(executor, id),
    codeFigures(executor, id),
    executor
      .select({
        all: sql<number>`count(*)::int`,
        open: sql<number>`count(*) filter (where ${pickups.status} in ('pending', 'scheduled'))::int`,
      })
      .from(pickups)
      .where(pickupsOf(profiles)),
    executor.$count(newsletterSubscribers, subscriptionsOf(profiles)),
  ]);
  return {
    ok: true,
    name: participantName(person),
    goes: {
      donorIds: person.studentIds,
      contacts: contactsOf(profiles),
      texts: given?.texts ?? 0,
      photos: given?.photos ?? 0,
      codes: coded?.unused ?? 0,
      pickups: asked[0]?.all ?? 0,
      openPickups: asked[0]?.open ?? 0,
      newsletter: subscribed > 0,
    },
    stays: {
      donations: given?.all ?? 0,
      pending: given?.pending ?? 0,
      kilograms: given?.kilograms ?? 0,
      uses: coded?.uses ?? 0,
    },
  };
}

async function donationFigures(executor: Executor, id: number) {
  const [figures] = await executor
    .select({
      all: sql<number>`count(*)::int`,
      pending: sql<number>`count(*) filter (where ${isPending})::int`,
      kilograms: sql<number>`coalesce(sum(${donations.kilograms}) filter (where ${donations.isConfirmed}), 0)::float8`,
      texts: sql<number>`count(*) filter (where ${hasText})::int`,
      photos: sql<number>`count(${donations.photoUrl})::int`,
    })
    .from(donations)
    .where(eq(donations.participantId, id));
  return figures;
}

async function codeFigures(executor: Executor, id: number) {
  const [figures] = await executor
    .select({
      unused: sql<number>`count(*) filter (where ${isUnspent})::int`,
      uses: sql<number>`coalesce(sum(${discountCodes.useCount}), 0)::int`,
    })
    .from(discountCodes)
    .where(eq(discountCodes.participantId, id));
  return figures;
}

/** Names, emails and phone numbers of profiles, each once. */
function contactsOf(profiles: readonly Profile[]): string[] {
  const fields = ['displayName', 'claimedName', 'email', 'claimedEmail', 'phone'] as const;
  const texts = fields.flatMap((field) => profiles.map((profile) => profile[field]));
  return [...new Set(texts)].filter((text) => text !== null);
}

/** Pickups with a noted email or phone number. */
export function pickupsOf(profiles: readonly Profile[]): SQL | undefined {
  return or(...profiles.map(requestedBy));
}

/** Newsletter subscriptions of noted emails: a claimed one may be somebody else's. */
export function subscriptionsOf(profiles: readonly Profile[]): SQL | undefined {
  return or(sql`false`, ...profileEmails(profiles).map(isSubscribed));
}

export function profileEmails(profiles: readonly Profile[]): string[] {
  return profiles.flatMap(({ email }) => email ?? []);
}
