// Decisions about donors without a database, for the console and the server alike.

/** For how long a merge can be undone. */
export const MERGE_UNDO_DAYS = 30;

export function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** A number, perhaps grouped by spaces or hyphens. */
const groupedNumber = /^[ -]*\d[\d -]*$/;

/** A donor ID without the spaces and hyphens of a number, if the site's donor IDs have a set number of digits. */
export function plainDonorId(donorId: string, digits: number | null): string {
  return digits !== null && groupedNumber.test(donorId) ? donorId.replaceAll(/[ -]/g, '') : donorId;
}

/** Whether a donor ID is a number with too few or too many digits for this site. */
export function hasWrongLength(donorId: string, digits: number | null): boolean {
  return digits !== null && groupedNumber.test(donorId) && plainDonorId(donorId, digits).length !== digits;
}

/** A participant whom a sign-in may mean. */
export interface SignInMatch {
  id: number;
  email: string | null;
  claimedEmail: string | null;
}

/** What was typed at a sign-in, a donor ID, an email or both, and what the database has about it. */
export interface SignInFacts {
  studentId: string | undefined;
  email: string | undefined;
  /** The donor IDs that the email makes: of the part before the @, and of the whole. Undefined if it makes none. */
  shortId: string | undefined;
  wholeId: string | undefined;
  /** The owner of the noted email that was typed in the field of the donor ID, or if that is empty in its own field. */
  byEmail: SignInMatch | undefined;
  /** The owners of the typed donor ID, or of those that the email makes. */
  byDonorId: ReadonlyMap<string, SignInMatch>;
}

/** Whom a sign-in means: nobody yet, if the donor ID is new. */
export interface ResolvedSignIn {
  studentId: string;
  participant: SignInMatch | undefined;
  /** Whether the participant was found by the noted email, not by the donor ID. */
  isByEmail: boolean;
}

/**
 * Decides whom a sign-in means. A noted email means its owner, whoever has a donor ID of that spelling. Any other email, typed
 * alone, makes a donor ID: the part before the @, or the whole if the part belongs to somebody with another email.
 *
 * @returns undefined if the email makes no donor ID.
 */
export function resolveSignIn(facts: SignInFacts): ResolvedSignIn | undefined {
  const { studentId, email = '', shortId, wholeId, byEmail, byDonorId } = facts;
  const resolvedById = (id: string) => ({ studentId: id, participant: byDonorId.get(id), isByEmail: false });
  if (byEmail) {
    // The session is not under a donor ID of the owner, because such a session would outlive a correction of the email.
    return { studentId: studentId ?? email.toUpperCase(), participant: byEmail, isByEmail: true };
  }
  if (studentId !== undefined) return resolvedById(studentId);
  if (shortId !== undefined) {
    const owner = byDonorId.get(shortId);
    const ownerEmail = owner && (owner.email ?? owner.claimedEmail);
    if (!ownerEmail || isSameEmail(ownerEmail, email)) return resolvedById(shortId);
  }
  return wholeId === undefined ? undefined : resolvedById(wholeId);
}

/** What a donor claims to be called, and where mail should go. */
export interface Claim {
  claimedName: string | null;
  claimedEmail: string | null;
  /** Whether a code mailed to the claimed email came back. */
  isClaimProven: boolean;
}

/** What a donor types at a sign-in. */
export interface TypedClaim {
  name: string | null;
  email: string | null;
  isEmailProven: boolean;
}

/**
 * The claim after a sign-in, or null if the sign-in says nothing new. It replaces the earlier claim as a whole, so
 * that the name, email or proof of two people are not mixed.
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

/** Whether a typed name is the expected one, in any spelling of letters and spaces. */
export function isTypedName(typed: string, expected: string): boolean {
  return plainName(typed) === plainName(expected);
}

function plainName(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/**
 * The form of the donor sign-in: its first field takes a donor ID or an email, its second the other one. The fields have the
 * names of what most people type there.
 */
export interface SignInForm {
  studentId?: string | undefined;
  email?: string | undefined;
  displayName?: string | undefined;
}

/** Whether the first field holds an email. A donor ID with an @ is always an email. */
export function isEmailFirst(first: string | undefined): boolean {
  return first?.includes('@') ?? false;
}

/** The form's field for each field of the request, if the first field holds an email. */
export const swappedFields: Readonly<Record<string, 'studentId' | 'email'>> = {
  studentId: 'email',
  email: 'studentId',
};

/** The body of the sign-in request. */
export function credentialsOf({ studentId, email, displayName }: SignInForm) {
  const isSwapped = isEmailFirst(studentId);
  const [donorId, address] = isSwapped ? [email, studentId] : [studentId, email];
  // The same email in both fields is no donor ID: somebody moved it from the second to the first.
  const isSameInBoth = isSwapped && email?.trim().toLowerCase() === studentId?.trim().toLowerCase();
  return {
    studentId: (!isSameInBoth && donorId) || undefined,
    email: address || undefined,
    displayName: displayName || undefined,
  };
}
