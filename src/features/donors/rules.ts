// Decisions about donors that need no database, for the browser and the server.

/** The days during which a merge can be undone. */
export const MERGE_UNDO_DAYS = 30;

export function isSameEmail(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** A number, possibly grouped by spaces or hyphens. */
const groupedNumber = /^[ -]*\d[\d -]*$/;

/** Removes spaces and hyphens from a numeric donor ID, if the site's donor IDs have a set number of digits. */
export function plainDonorId(donorId: string, digits: number | null): string {
  return digits !== null && groupedNumber.test(donorId) ? donorId.replaceAll(/[ -]/g, '') : donorId;
}

/** Whether a donor ID is a number with too few or too many digits for this site. */
export function hasWrongLength(donorId: string, digits: number | null): boolean {
  return digits !== null && groupedNumber.test(donorId) && plainDonorId(donorId, digits).length !== digits;
}

/** A participant to whom a sign-in may lead. */
export interface SignInMatch {
  id: number;
  email: string | null;
  claimedEmail: string | null;
}

/** What was typed at a sign-in (a donor ID, an email or both), and whom the database finds by it. */
export interface SignInFacts {
  studentId: string | undefined;
  email: string | undefined;
  /** The donor ID made of the email's part before the @; undefined if that is no valid donor ID. */
  localPartId: string | undefined;
  /** The donor ID made of the full email; undefined if that is no valid donor ID. */
  fullEmailId: string | undefined;
  /** The owner of the noted email that was typed alone or as the donor ID. */
  byEmail: SignInMatch | undefined;
  /** The owners of the typed donor ID, or of those made of the email. */
  byDonorId: ReadonlyMap<string, SignInMatch>;
}

/** The participant to whom a sign-in leads: undefined if the donor ID is new. */
export interface ResolvedSignIn {
  studentId: string;
  participant: SignInMatch | undefined;
  /** Whether the participant was found by a noted email instead of a donor ID. */
  isByEmail: boolean;
}

/**
 * Decides to whom a sign-in leads. A noted email, typed alone or as the donor ID, leads to its owner, even if somebody else
 * has a donor ID of that spelling. Any other email that is typed alone becomes a donor ID: its part before the @. If that part
 * belongs to somebody with another email, the full email becomes the donor ID.
 *
 * @returns undefined if no donor ID can be made of the email.
 */
export function resolveSignIn(facts: SignInFacts): ResolvedSignIn | undefined {
  const { studentId, email = '', localPartId, fullEmailId, byEmail, byDonorId } = facts;
  const resolvedById = (id: string) => ({ studentId: id, participant: byDonorId.get(id), isByEmail: false });
  if (byEmail) {
    // Not a donor ID of the owner, because a session under one would outlive a correction of the email.
    return { studentId: studentId ?? email.toUpperCase(), participant: byEmail, isByEmail: true };
  }
  if (studentId !== undefined) return resolvedById(studentId);
  if (localPartId !== undefined) {
    const owner = byDonorId.get(localPartId);
    const ownerEmail = owner && (owner.email ?? owner.claimedEmail);
    if (!ownerEmail || isSameEmail(ownerEmail, email)) return resolvedById(localPartId);
  }
  return fullEmailId === undefined ? undefined : resolvedById(fullEmailId);
}

/** The name and email that a donor claims to have. */
export interface Claim {
  claimedName: string | null;
  claimedEmail: string | null;
  /** Whether a code mailed to the claimed email was entered. */
  isClaimProven: boolean;
}

export const noClaim: Claim = { claimedName: null, claimedEmail: null, isClaimProven: false };

/** What a donor types at a sign-in. */
export interface TypedClaim {
  name: string | null;
  email: string | null;
  isEmailProven: boolean;
}

/**
 * The claim after a sign-in, or null if it has no new name, email or proof. It replaces the whole earlier claim, so that it
 * never mixes the name, email and proof of two people.
 */
export function newClaim(
  profile: Claim & { displayName: string | null; email: string | null },
  { name, email, isEmailProven }: TypedClaim,
): Claim | null {
  const isNoted = email !== null && profile.email !== null && isSameEmail(email, profile.email);
  const claimedName = name === profile.displayName ? null : name;
  const claimedEmail = isNoted ? null : email;
  const isClaimProven = isEmailProven && claimedEmail !== null;
  const isNewName = claimedName !== null && claimedName !== profile.claimedName;
  const isNewEmail = claimedEmail !== null && !isSameEmail(claimedEmail, profile.claimedEmail ?? '');
  const isNewProof = isClaimProven && !profile.isClaimProven;
  return isNewName || isNewEmail || isNewProof ? { claimedName, claimedEmail, isClaimProven } : null;
}

/** Whether a typed name is the expected one, regardless of case and extra spaces. */
export function isTypedName(typed: string, expected: string): boolean {
  return plainName(typed) === plainName(expected);
}

function plainName(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/**
 * The form of the donor sign-in. Its first field takes a donor ID or an email, its second field the other one. Both are named
 * after what most people type there.
 */
export interface SignInForm {
  studentId?: string | undefined;
  email?: string | undefined;
  displayName?: string | undefined;
}

/** Whether the first field holds an email. A donor ID with an @ is always an email. */
export function isEmailFirst(firstField: string | undefined): boolean {
  return firstField?.includes('@') ?? false;
}

/** The field of the form for each field of the request, if the first field holds an email. */
export const swappedFields: Readonly<Record<string, 'studentId' | 'email'>> = {
  studentId: 'email',
  email: 'studentId',
};

/** The body of the sign-in request. */
export function credentialsOf({ studentId, email, displayName }: SignInForm) {
  const isSwapped = isEmailFirst(studentId);
  const [donorId, address] = isSwapped ? [email, studentId] : [studentId, email];
  // If both fields hold the same email, it was typed in the wrong field first, and there is no donor ID.
  const isSameInBoth = isSwapped && email?.trim().toLowerCase() === studentId?.trim().toLowerCase();
  return {
    studentId: (!isSameInBoth && donorId) || undefined,
    email: address || undefined,
    displayName: displayName || undefined,
  };
}
