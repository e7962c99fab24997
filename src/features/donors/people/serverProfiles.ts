// What is kept under somebody's contacts, which no number ties to them.
import { or, type SQL, sql } from 'drizzle-orm';
import { isSubscribed } from '#features/mail/newsletter/server.ts';
import { knownBy } from '#features/donors/serverKnown.ts';
import type { Profile } from '#features/donors/serverRemoval.ts';
import { requestedBy } from '#features/pickups/server.ts';

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
