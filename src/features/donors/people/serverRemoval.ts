// Removes a person: erases everything that identifies them. Donations and audit entries stay.
import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { adminRecorder } from '#features/audit/server.ts';
import { eraseDonor, hasText } from '#features/donations/server.ts';
import { isPending } from '#features/donations/serverRows.ts';
import { deleteReporterEmails } from '#features/bins/serverReporters.ts';
import { eraseAddresses } from '#features/mail/serverOutbox.ts';
import { deleteSubscribers, hasSubscriberEmail } from '#features/mail/newsletter/server.ts';
import { participantName } from '#features/donors/participantName.ts';
import { isTypedName } from '#features/donors/rules.ts';
import {
  eraseParticipant,
  removedRefusal,
  lockForChange,
  type Profile,
  findProfiles,
} from '#features/donors/serverRemoval.ts';
import { findRowWithStudentIds, noSuchParticipant } from '#features/donors/serverRows.ts';
import { deletePickups, isRequestedBy } from '#features/pickups/server.ts';
import { revokeUnspentCodes } from '#features/rewards/server.ts';
import { isUnspent } from '#features/rewards/serverRows.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { invalidFields } from '#server/http/refusal.ts';
import { discountCodes, donations, newsletterSubscribers, pickups } from '#server/db/schema.ts';
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
 * Removes a participant. A donation logged or decided at the same time comes entirely before or after the removal.
 *
 * @throws Refusal 404; 409 if removed already; 400 if another name was typed.
 */
export async function removePerson(
  transaction: Transaction,
  { id, reason, name, admin }: RemovalRequest,
  now: Date,
): Promise<void> {
  await lockForChange(transaction, id);
  const person = await findPerson(transaction, id);
  if (name !== undefined && !isTypedName(name, participantName(person))) {
    throw invalidFields({ name: consoleOnly('That is not the name of this person') });
  }
  // Read before `eraseParticipant` empties the merges.
  const profiles = await findProfiles(transaction, person);
  await eraseParticipant(transaction, id, now);
  await eraseDonor(transaction, id);
  const codes = await revokeUnspentCodes(transaction, [id], admin, now);
  const pickupCount = await deletePickups(transaction, isPickupOf(profiles));
  const subscriberCount = await deleteSubscribers(transaction, isSubscriptionOf(profiles));
  await eraseAddresses(transaction, { participantId: id, emails: profileEmails(profiles) });
  await deleteReporterEmails(transaction, profileEmails(profiles));
  await record(transaction, now, admin, 'participant.removed', id, {
    reason,
    codes,
    pickups: pickupCount,
    newsletter: subscriberCount,
  });
}

/** @throws Refusal 404; 409 if removed already. */
async function findPerson(executor: Executor, id: number) {
  const person = await findRowWithStudentIds(executor, id);
  if (!person) throw noSuchParticipant();
  if (person.removed_at) throw removedRefusal();
  return person;
}

type Preview = EndpointResponse<typeof contract.removalPreview>;

/** @throws Refusal 404; 409 if removed already. */
export async function previewRemoval(executor: Executor, id: number): Promise<Preview> {
  const person = await findPerson(executor, id);
  const profiles = await findProfiles(executor, person);
  const isOwnDonation = eq(donations.participantId, id);
  const isOwnCode = eq(discountCodes.participantId, id);
  const isOwnPickup = isPickupOf(profiles);
  const isOpen = inArray(pickups.status, ['pending', 'scheduled']);
  const [confirmed] = await executor
    .select({ kilograms: sql<number>`coalesce(sum(${donations.kilograms}), 0)::float8` })
    .from(donations)
    .where(and(isOwnDonation, donations.isConfirmed));
  const [redeemed] = await executor
    .select({ uses: sql<number>`coalesce(sum(${discountCodes.useCount}), 0)::int` })
    .from(discountCodes)
    .where(isOwnCode);
  return {
    ok: true,
    name: participantName(person),
    goes: {
      donorIds: person.studentIds,
      contacts: contactsOf(profiles),
      texts: await executor.$count(donations, and(isOwnDonation, hasText)),
      photos: await executor.$count(donations, and(isOwnDonation, isNotNull(donations.photoUrl))),
      codes: await executor.$count(discountCodes, and(isOwnCode, isUnspent)),
      pickups: await executor.$count(pickups, isOwnPickup),
      openPickups: await executor.$count(pickups, and(isOwnPickup, isOpen)),
      newsletter: (await executor.$count(newsletterSubscribers, isSubscriptionOf(profiles))) > 0,
    },
    stays: {
      donations: await executor.$count(donations, isOwnDonation),
      pending: await executor.$count(donations, and(isOwnDonation, isPending)),
      kilograms: confirmed?.kilograms ?? 0,
      uses: redeemed?.uses ?? 0,
    },
  };
}

/** Names, emails and phone numbers of profiles, each once. */
function contactsOf(profiles: readonly Profile[]): string[] {
  const fields = ['displayName', 'claimedName', 'email', 'claimedEmail', 'phone'] as const;
  const texts = fields.flatMap((field) => profiles.map((profile) => profile[field]));
  return [...new Set(texts)].filter((text) => text !== null);
}

/** Whether a pickup was requested with a noted email, or without an email and with a noted phone number. */
export function isPickupOf(profiles: readonly Profile[]): SQL {
  // Without any profile, `or` is no condition, which would delete all pickups.
  return or(...profiles.map(isRequestedBy)) ?? sql`false`;
}

/** Whether a newsletter subscription has a noted email. A claimed email may be somebody else's. */
export function isSubscriptionOf(profiles: readonly Profile[]): SQL | undefined {
  // Without any email, `or` alone would be no condition.
  return or(sql`false`, ...profileEmails(profiles).map(hasSubscriberEmail));
}

export function profileEmails(profiles: readonly Profile[]): string[] {
  return profiles.flatMap(({ email }) => email ?? []);
}
