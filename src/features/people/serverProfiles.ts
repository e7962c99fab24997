// By what somebody is known, and what is kept under it that no number ties to them.
import { and, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { isSubscribed } from '#features/newsletter/server.ts';
import { type Profile, profilesInside } from '#features/participants/serverRemoval.ts';
import { requestedBy } from '#features/pickups/server.ts';
import type { Executor } from '#server/database.ts';
import { participants } from '#server/schema.ts';

/**
 * A participant's profile, and those of whoever was merged into it, as long as they are kept. An email that is noted with
 * somebody else now is theirs.
 */
export async function profilesOf(executor: Executor, person: Profile & { id: number }): Promise<Profile[]> {
  const merged = await profilesInside(executor, person.id);
  const emails = merged.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const isOthers = and(inArray(sql`lower(${participants.email})`, emails), ne(participants.id, person.id));
  const others = await executor.select({ email: participants.email }).from(participants).where(isOthers);
  const taken = new Set(others.map(({ email }) => email?.toLowerCase()));
  const own = merged.map((profile) =>
    taken.has(profile.email?.toLowerCase()) ? { ...profile, email: null } : profile,
  );
  return [person, ...own];
}

/** All by which somebody is known, but for donor IDs. */
export function contactsOf(profiles: readonly Profile[]): string[] {
  const contacts = profiles.flatMap(({ displayName, email, phone, claimedName, claimedEmail }) => [
    displayName,
    email,
    phone,
    claimedName,
    claimedEmail,
  ]);
  return [...new Set(contacts)].filter((contact) => contact !== null);
}

/** Pickups that were asked for with a noted email or phone number. */
export function pickupsOf(profiles: readonly Profile[]): SQL | undefined {
  return or(...profiles.map(requestedBy));
}

/** Newsletters that were subscribed to with a noted email: one that is only claimed may be somebody else's. */
export function subscriptionsOf(profiles: readonly Profile[]): SQL | undefined {
  return or(sql`false`, ...profiles.flatMap(({ email }) => (email === null ? [] : [isSubscribed(email)])));
}
