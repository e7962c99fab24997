// By what somebody is known, and what is not to be kept for good because it says who somebody is.
import { consoleOnly, type Sentence } from '#shared/sentence.ts';
import { and, inArray, ne, sql } from 'drizzle-orm';
import type { Executor } from '#server/db/database.ts';
import { invalidFields } from '#server/http/refusal.ts';
import { participants } from '#server/db/schema.ts';
import { type Known, saysWho } from './rules.ts';
import { type Profile, profilesInside } from './serverRemoval.ts';
import { matchOf } from './serverRows.ts';

/** What is said of a reason that says who somebody is. */
export const staysInLog = consoleOnly('This stays in the log: please say it without saying who it is');

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

/** Whether a text says who somebody of these profiles is. */
export function isNamedIn(text: string, profiles: readonly Profile[], donorIds: readonly string[]): boolean {
  return saysWho(text, knownBy(profiles, donorIds));
}

/**
 * Refuses what is typed into a field, and would stay, where it says who a participant is, as far as that is known by now.
 *
 * @throws Refusal 400 with the message for the field.
 */
export async function refuseNaming(
  executor: Executor,
  participantId: number,
  { field, text, message }: { field: string; text: string; message: Sentence },
): Promise<void> {
  const person = await matchOf(executor, participantId);
  if (!person) return;
  const profiles = await profilesOf(executor, person);
  if (isNamedIn(text, profiles, person.studentIds)) throw invalidFields({ [field]: message });
}
