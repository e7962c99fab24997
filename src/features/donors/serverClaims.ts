// Claims: what donors type at a sign-in, and emails that staff type for somebody found by phone number. A newer claim replaces
// the earlier one. An admin accepts or drops it.
import { consoleOnly } from '#shared/sentence.ts';
import { and, count, eq, isNull, ne, sql } from 'drizzle-orm';
import { adminRecorder, recordDonorAction } from '#features/audit/server.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { endSessionsByEmail } from '#server/http/sessions.ts';
import { isClaiming, participants } from '#server/db/schema.ts';
import { type Claim, newClaim, noClaim, type TypedClaim } from './rules.ts';
import { nameAndNumber } from './participantName.ts';
import { hasEmail } from './serverDonors.ts';
import { lockForChange } from './serverRemoval.ts';

const record = adminRecorder('participant');

/** Records what a donor typed or proved, if it is new. */
export async function recordClaim(
  transaction: Transaction,
  participantId: number,
  typed: TypedClaim,
  now: Date,
): Promise<void> {
  const [profile] = await transaction
    .select()
    .from(participants)
    .where(and(eq(participants.id, participantId), isNull(participants.removedAt)))
    .for('no key update');
  const claim = profile && newClaim(profile, typed);
  if (!claim) return;
  await transaction.update(participants).set(claim).where(eq(participants.id, participantId));
  await recordDonorAction(transaction, now, participantId, {
    action: 'participant.claimed',
    entityType: 'participant',
    entityId: participantId,
    details: detailsOf(claim),
  });
}

/** The claim that an admin was shown. A field that is left out is not compared. */
export type SeenClaim = { [Field in keyof Claim]?: Claim[Field] | undefined };

/**
 * Moves a claim into the profile, or drops it.
 *
 * @throws Refusal 404; 409 if there is no claim, it has changed since it was shown, or the email is somebody else's.
 */
export async function decideClaim(
  transaction: Transaction,
  id: number,
  { accept, ...seen }: SeenClaim & { accept: boolean },
  admin: AdminCaller,
  now: Date,
): Promise<void> {
  // Locked first, because a sign-in may be changing the claim.
  const claim = await lockForChange(transaction, id);
  if (claim.claimedName === null && claim.claimedEmail === null) {
    throw new Refusal('wrong_state', consoleOnly('This participant has no details to check.'));
  }
  if (!isAsSeen(claim, seen)) {
    throw new Refusal('wrong_state', consoleOnly('Other details were typed since. Check those.'));
  }
  const displayName = accept ? claim.claimedName : null;
  const email = accept ? claim.claimedEmail : null;
  if (email !== null) await refuseTakenEmail(transaction, email, id);
  await transaction
    .update(participants)
    .set({ ...noClaim, ...(displayName !== null && { displayName }), ...(email !== null && { email }) })
    .where(eq(participants.id, id));
  if (email !== null) await endSessionsByEmail(transaction, id);
  const action = accept ? 'participant.claim_accepted' : 'participant.claim_dropped';
  await record(transaction, now, admin, action, id, detailsOf(claim));
}

function isAsSeen({ claimedName, claimedEmail, isClaimProven }: Claim, seen: SeenClaim): boolean {
  return (
    (seen.claimedName === undefined || seen.claimedName === claimedName) &&
    (seen.claimedEmail === undefined || seen.claimedEmail === claimedEmail) &&
    (seen.isClaimProven === undefined || seen.isClaimProven === isClaimProven)
  );
}

/** The fields of a claim for the audit log, without their values. */
function detailsOf({ claimedName, claimedEmail, isClaimProven }: Claim) {
  const fields = [
    ...(claimedName === null ? [] : ['displayName']),
    ...(claimedEmail === null ? [] : ['email']),
  ];
  return { fields, ...(isClaimProven && { isProven: true }) };
}

export async function countClaims(executor: Executor) {
  const [claims] = await executor
    .select({
      open: count(),
      proven: sql<number>`count(*) filter (where ${participants.isClaimProven})::int`,
    })
    .from(participants)
    .where(isClaiming(participants));
  return claims ?? { open: 0, proven: 0 };
}

/**
 * Refuses an email that is noted for somebody else. If two changes run at the same time, the unique index stops one.
 * Its retry is refused here.
 *
 * @throws Refusal 409 that names the owner.
 */
export async function refuseTakenEmail(
  transaction: Transaction,
  email: string,
  participantId: number,
): Promise<void> {
  const [owner] = await transaction
    .select({ id: participants.id, displayName: participants.displayName })
    .from(participants)
    .where(and(hasEmail(email), ne(participants.id, participantId)));
  if (!owner) return;
  const taken = consoleOnly(
    `${nameAndNumber(owner)} has this email already. If they are one person, merge the two.`,
  );
  throw new Refusal('email_taken', taken, { fields: { email: taken }, participant: owner });
}
