// The admins' rows and their passwords. All rows are locked while one changes, so that two admins cannot switch each other
// off at once.
import { randomInt } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { asc, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import type { Database, Executor, Transaction } from '#server/db/database.ts';
import { type Environment, validateFirstAdmin } from '#server/env.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { Queue } from '#server/http/queue.ts';
import { Refusal } from '#server/http/refusal.ts';
import { endSessionsOfAdmin } from '#server/http/sessions.ts';
import { admins, recoveryCodes, sessions } from '#server/db/schema.ts';
import type { AdminRole } from '#shared/roles.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { isActiveAdmin } from './rules.ts';

/** Each hash takes 19 MiB and a core. Two at once leave half of Node's four threads to files and photos. */
export const passwordQueue = new Queue({ atOnce: 2, waiting: 32 });

/** argon2id with the parameters that OWASP's password storage cheat sheet gives: 19 MiB, 2 passes, 1 lane. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/**
 * A password of 65 random bits that is easy to read out and type. The words are from BIP 39: short ones, no two of which
 * share their first four letters.
 */
export function randomPassword(): string {
  const randomWord = () => wordlist[randomInt(wordlist.length)];
  return [randomWord(), randomWord(), randomInt(100, 1000), randomWord(), randomWord(), randomWord()].join(
    '-',
  );
}

/** A new password with its hash. Slow. */
export async function makePassword(): Promise<{ password: string; passwordHash: string }> {
  const password = randomPassword();
  return { password, passwordHash: await hashPassword(password) };
}

/** Who changes an admin: another admin, the command line, or the site at its first start. */
type Actor = AdminCaller | 'npm run admin' | 'site';

/** The admin to change, by number, or by name in any case of letters. */
type AdminKey = { id: number } | { username: string };

const columns = {
  id: admins.id,
  username: admins.username,
  role: admins.role,
  isActive: admins.isActive,
  hasSecondFactor: sql<boolean>`${admins.secondFactorSince} is not null`,
  lastSeenAt: admins.lastSeenAt,
};

/** All admins, oldest first. */
export async function listAdmins(executor: Executor) {
  return await executor.select(columns).from(admins).orderBy(asc(admins.id));
}

interface NewAccount {
  username: string;
  role: AdminRole;
  passwordHash: string;
  mustChangePassword: boolean;
}

/** Adds an admin. Undefined if the name is taken. */
export async function addAdmin(transaction: Transaction, account: NewAccount, actor: Actor, now: Date) {
  const [added] = await transaction
    .insert(admins)
    .values({ ...account, isActive: true, createdAt: now })
    .onConflictDoNothing()
    .returning(columns);
  if (!added) return undefined;
  const { username, role } = account;
  await recordChange(transaction, now, actor, 'admin.added', added.id, { username, role });
  return added;
}

/**
 * Creates the first admin if there is none. A generated password must be changed at the first sign-in.
 *
 * @returns the name and the generated password, or null if none was generated.
 * @throws Error as `validateFirstAdmin` does.
 */
export async function ensureFirstAdmin(
  database: Database,
  settings: Pick<Environment, 'firstAdmin' | 'publicUrl'>,
  now: Date,
): Promise<{ username: string; password: string } | null> {
  const [existing] = await database.select({ id: admins.id }).from(admins).limit(1);
  if (existing) return null;
  validateFirstAdmin(settings);
  const { username, password: configured } = settings.firstAdmin;
  const password = configured ?? randomPassword();
  const mustChangePassword = configured === undefined;
  const passwordHash = await hashPassword(password);
  const account: NewAccount = { username, role: 'admin', passwordHash, mustChangePassword };
  await database.transaction((transaction) => addAdmin(transaction, account, 'site', now));
  return mustChangePassword ? { username, password } : null;
}

/**
 * Changes an admin's role, or switches them off or on. Switching off ends their sessions; a new role takes effect in open
 * ones.
 *
 * @throws Refusal 404 if there is no such admin, 409 if no active admin would be left, 403 if it would demote or switch
 *   off the caller.
 */
export async function changeAdmin(
  transaction: Transaction,
  key: AdminKey,
  requested: { role?: AdminRole | undefined; isActive?: boolean | undefined },
  actor: Actor,
  now: Date,
) {
  const { admin, others } = await lockAdmin(transaction, key);
  const { role = admin.role, isActive = admin.isActive } = requested;
  if (isActiveAdmin(admin) && !isActiveAdmin({ role, isActive })) {
    if (!others.some(isActiveAdmin)) throw lastAdmin();
    if (isAdmin(actor) && actor.adminId === admin.id) throw notYourself();
  }
  await checkCaller(transaction, actor, [admin, ...others]);
  const { username } = admin;
  if (role !== admin.role) {
    await recordChange(transaction, now, actor, 'admin.role_changed', admin.id, { username, role });
  }
  if (isActive !== admin.isActive) {
    const action = isActive ? 'admin.switched_on' : 'admin.switched_off';
    await recordChange(transaction, now, actor, action, admin.id, { username });
    if (!isActive) await endSessionsOfAdmin(transaction, admin.id);
  }
  return await updateAdmin(transaction, admin.id, { role, isActive });
}

/**
 * Replaces an admin's password, removes their second factor and ends their sessions. They must change the password at
 * the next sign-in.
 *
 * @throws Refusal 404 if there is no such admin, 403 if it is the caller.
 */
export async function resetAdmin(
  transaction: Transaction,
  key: AdminKey,
  passwordHash: string,
  actor: Actor,
  now: Date,
): Promise<void> {
  const { admin, others } = await lockAdmin(transaction, key);
  if (isAdmin(actor) && actor.adminId === admin.id) throw notYourself();
  await checkCaller(transaction, actor, [admin, ...others]);
  await updateAdmin(transaction, admin.id, {
    passwordHash,
    mustChangePassword: true,
    secondFactorSecret: null,
    secondFactorSince: null,
    secondFactorStep: null,
  });
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.adminId, admin.id));
  await endSessionsOfAdmin(transaction, admin.id);
  await recordChange(transaction, now, actor, 'admin.reset', admin.id, { username: admin.username });
}

/**
 * Deletes an admin and their sessions; the audit log stays.
 *
 * @throws Refusal 404 if there is no such admin, 409 if no active admin would be left.
 */
export async function removeAdmin(
  transaction: Transaction,
  key: AdminKey,
  actor: Actor,
  now: Date,
): Promise<void> {
  const { admin, others } = await lockAdmin(transaction, key);
  if (isActiveAdmin(admin) && !others.some(isActiveAdmin)) throw lastAdmin();
  await transaction.delete(admins).where(eq(admins.id, admin.id));
  await recordChange(transaction, now, actor, 'admin.removed', admin.id, { username: admin.username });
}

/** Locks all admins, since there are few, and finds one of them. */
async function lockAdmin(transaction: Transaction, key: AdminKey) {
  const isWanted =
    'id' in key ? eq(admins.id, key.id) : eq(sql`lower(${admins.username})`, sql`lower(${key.username})`);
  const allAdmins = await transaction
    .select({ ...columns, isWanted: sql<boolean>`${isWanted}` })
    .from(admins)
    .orderBy(asc(admins.id))
    .for('no key update');
  const admin = allAdmins.find((row) => row.isWanted);
  if (!admin) throw new Refusal('not_found', consoleOnly('There is no such admin.'));
  return { admin, others: allAdmins.filter((row) => !row.isWanted) };
}

/** Refuses an admin whom another one switched off, demoted or reset since the call came in. */
async function checkCaller(
  transaction: Transaction,
  actor: Actor,
  allAdmins: readonly Pick<typeof admins.$inferSelect, 'id' | 'role' | 'isActive'>[],
): Promise<void> {
  if (!isAdmin(actor)) return;
  const [session] = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, actor.sessionId));
  if (!session) throw loginRequired();
  if (!allAdmins.some((admin) => admin.id === actor.adminId && isActiveAdmin(admin))) {
    throw new Refusal('not_allowed', consoleOnly('Only an admin may do this. Please ask one.'));
  }
}

async function updateAdmin(transaction: Transaction, id: number, values: PgUpdateSetSource<typeof admins>) {
  const [changed] = await transaction.update(admins).set(values).where(eq(admins.id, id)).returning(columns);
  if (!changed) throw new Error('The locked admin was not returned.');
  return changed;
}

function isAdmin(actor: Actor): actor is AdminCaller {
  return typeof actor === 'object';
}

/** Refuses a caller whose session or account was removed since the call came in. */
export function loginRequired(): Refusal {
  return new Refusal('unauthenticated', consoleOnly('Admin login required.'));
}

function lastAdmin(): Refusal {
  return new Refusal('last_admin', consoleOnly('This is the last active admin, who stays.'));
}

function notYourself(): Refusal {
  return new Refusal(
    'not_yourself',
    consoleOnly('You cannot do this to yourself. Please ask another admin.'),
  );
}

async function recordChange(
  transaction: Transaction,
  now: Date,
  actor: Actor,
  action: string,
  entityId: number,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(transaction, now, {
    ...(isAdmin(actor) ? doneBy(actor) : { actor, actorRole: 'system' as const }),
    action,
    entityType: 'system',
    entityId,
    details,
  });
}

/** Records what an admin did with their own account. */
export async function recordOwnAction(
  transaction: Transaction,
  now: Date,
  action: string,
  admin: AdminCaller,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordChange(transaction, now, admin, action, admin.adminId, details);
}
