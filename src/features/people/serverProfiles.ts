// By what somebody is known, and what is kept under it that no number ties to them.
import { and, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { isSubscribed } from '#features/newsletter/server.ts';
import { type Profile, profilesInside } from '#features/participants/serverRemoval.ts';
import { requestedBy } from '#features/pickups/server.ts';
import type { Executor } from '#server/database.ts';
import { participants } from '#server/schema.ts';
import type { Known } from './rules.ts';

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

/** By what somebody is known. */
export function knownBy(profiles: readonly Profile[], donorIds: readonly string[]): Known {
  const each = (...fields: readonly (keyof Profile)[]) => {
    const texts = profiles.flatMap((profile) => fields.map((field) => profile[field]));
    return [...new Set(texts)].filter((text) => text !== null);
  };
  return {
    names: each('displayName', 'claimedName'),
    emails: each('email', 'claimedEmail'),
    phones: each('phone'),
    donorIds,
  };
}

/** All by which somebody is known, but for donor IDs. */
export function contactsOf(profiles: readonly Profile[]): string[] {
  const { names, emails, phones } = knownBy(profiles, []);
  return [...names, ...emails, ...phones];
}

/** Pickups that were asked for with a noted email or phone number. */
export function pickupsOf(profiles: readonly Profile[]): SQL | undefined {
  return or(...profiles.map(requestedBy));
}

/** Newsletters that were subscribed to with a noted email: one that is only claimed may be somebody else's. */
export function subscriptionsOf(profiles: readonly Profile[]): SQL | undefined {
  return or(sql`false`, ...notedEmails(profiles).map(isSubscribed));
}

/** The emails that are noted. */
export function notedEmails(profiles: readonly Profile[]): string[] {
  return profiles.flatMap(({ email }) => email ?? []);
}
