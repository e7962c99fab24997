// The admins' rows. All of them are held while one is changed, so that of two who put each other out one stays.
import { randomInt } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { asc, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import { hashPassword } from '#features/staff/server.ts';
import type { Database, Executor, Transaction } from '#server/db/database.ts';
import { type Environment, refuseFirstAdmin } from '#server/env.ts';
import type { AdminCaller } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { endSessionsOfAdmin } from '#server/http/sessions.ts';
import { admins, recoveryCodes, sessions } from '#server/db/schema.ts';
import type { AdminRole } from '#shared/roles.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { isStanding } from './rules.ts';

/** Who changes an admin: another one, or whoever has the machine, or the site as it starts for the first time. */
type By = AdminCaller | 'npm run admin' | 'site';

/** Whom: by the number, or by the name as somebody types it. */
type Whom = { id: number } | { username: string };

const columns = {
  id: admins.id,
  username: admins.username,
  role: admins.role,
  isActive: admins.isActive,
  hasSecondFactor: sql<boolean>`${admins.secondFactorSince} is not null`,
  lastSeenAt: admins.lastSeenAt,
};

/** Everyone, in the order in which they came. */
export async function listAdmins(executor: Executor) {
  const rows = await executor.select(columns).from(admins).orderBy(asc(admins.id));
  return rows;
}

/**
 * A password of 65 random bits that can be read out and typed. The words are those of BIP 39, which were chosen for
 * being written down: short, and no two alike in their first four letters.
 */
export function madeUpPassword(): string {
  const word = () => wordlist[randomInt(wordlist.length)];
  return [word(), word(), randomInt(100, 1000), word(), word(), word()].join('-');
}

interface NewAccount {
  username: string;
  role: AdminRole;
  passwordHash: string;
  mustChangePassword: boolean;
}

/** Adds an admin. Undefined if the name is taken. */
export async function addAdmin(transaction: Transaction, account: NewAccount, by: By, now: Date) {
  const added = await insertAdmin(transaction, account, now);
  if (!added) return undefined;
  const { username, role } = account;
  await record(transaction, now, by, 'admin.added', added.id, { username, role });
  return added;
}

async function insertAdmin(executor: Executor, account: NewAccount, now: Date) {
  const [added] = await executor
    .insert(admins)
    .values({ ...account, isActive: true, createdAt: now })
    .onConflictDoNothing()
    .returning(columns);
  return added;
}

/**
 * Makes the first admin where there is none. A password that was made up is to be changed at the first sign-in.
 *
 * @returns the name and the password that was made up for it, or null if there was nothing to make up.
 * @throws Error as `refuseFirstAdmin` does.
 */
export async function ensureFirstAdmin(
  database: Database,
  settings: Pick<Environment, 'firstAdmin' | 'publicUrl'>,
  now: Date,
): Promise<{ username: string; password: string } | null> {
  const [existing] = await database.select({ id: admins.id }).from(admins).limit(1);
  if (existing) return null;
  refuseFirstAdmin(settings);
  const { username, password: given } = settings.firstAdmin;
  const password = given ?? madeUpPassword();
  const mustChangePassword = given === undefined;
  const passwordHash = await hashPassword(password);
  const account: NewAccount = { username, role: 'admin', passwordHash, mustChangePassword };
  await database.transaction((transaction) => addAdmin(transaction, account, 'site', now));
  return mustChangePassword ? { username, password } : null;
}

/**
 * Gives an admin another role, or switches them off or on. Whoever is switched off is signed out; other sessions go on,
 * with what the new role opens.
 *
 * @throws Refusal 404 if there is no such admin, 409 if nobody would be left who may do everything, 403 if they are
 *   themself who lowers or switches them off.
 */
export async function changeAdmin(
  transaction: Transaction,
  whom: Whom,
  change: { role?: AdminRole | undefined; isActive?: boolean | undefined },
  by: By,
  now: Date,
) {
  const { admin, others } = await holdAdmin(transaction, whom);
  const { role = admin.role, isActive = admin.isActive } = change;
  if (isStanding(admin) && !isStanding({ role, isActive })) {
    if (!others.some(isStanding)) throw lastAdmin();
    if (isAdmin(by) && by.adminId === admin.id) throw notYourself();
  }
  await checkStillThere(transaction, by, [admin, ...others]);
  const { username } = admin;
  if (role !== admin.role) {
    await record(transaction, now, by, 'admin.role_changed', admin.id, { username, role });
  }
  if (isActive !== admin.isActive) {
    const action = isActive ? 'admin.switched_on' : 'admin.switched_off';
    await record(transaction, now, by, action, admin.id, { username });
    if (!isActive) await endSessionsOfAdmin(transaction, admin.id);
  }
  return await updateAdmin(transaction, admin.id, { role, isActive });
}

/**
 * Gives an admin another password, which they must change at the next sign-in, takes their second factor away and ends
 * their sessions.
 *
 * @throws Refusal 404 if there is no such admin, 403 if it is whoever asks.
 */
export async function resetAdmin(
  transaction: Transaction,
  whom: Whom,
  passwordHash: string,
  by: By,
  now: Date,
): Promise<void> {
  const { admin, others } = await holdAdmin(transaction, whom);
  if (isAdmin(by) && by.adminId === admin.id) throw notYourself();
  await checkStillThere(transaction, by, [admin, ...others]);
  await updateAdmin(transaction, admin.id, {
    passwordHash,
    mustChangePassword: true,
    secondFactorSecret: null,
    secondFactorSince: null,
    secondFactorStep: null,
  });
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.adminId, admin.id));
  await endSessionsOfAdmin(transaction, admin.id);
  await record(transaction, now, by, 'admin.reset', admin.id, { username: admin.username });
}

/**
 * Removes an admin with every session of theirs; what they did stays on record.
 *
 * @throws Refusal 404 if there is no such admin, 409 if nobody would be left who may do everything.
 */
export async function removeAdmin(transaction: Transaction, whom: Whom, by: By, now: Date): Promise<void> {
  const { admin, others } = await holdAdmin(transaction, whom);
  if (isStanding(admin) && !others.some(isStanding)) throw lastAdmin();
  await transaction.delete(admins).where(eq(admins.id, admin.id));
  await record(transaction, now, by, 'admin.removed', admin.id, { username: admin.username });
}

/** An admin and the others, who stay as they are until the transaction ends. There are few of them. */
async function holdAdmin(transaction: Transaction, whom: Whom) {
  const key =
    'id' in whom ? eq(admins.id, whom.id) : eq(sql`lower(${admins.username})`, sql`lower(${whom.username})`);
  const everyone = await transaction
    .select({ ...columns, isMeant: sql<boolean>`${key}` })
    .from(admins)
    .orderBy(asc(admins.id))
    .for('no key update');
  const admin = everyone.find(({ isMeant }) => isMeant);
  if (!admin) throw new Refusal('not_found', consoleOnly('There is no such admin.'));
  return { admin, others: everyone.filter(({ isMeant }) => !isMeant) };
}

/** Another admin may have put the one who asks out, or reset them, since the call came in. */
async function checkStillThere(
  transaction: Transaction,
  by: By,
  everyone: readonly Pick<typeof admins.$inferSelect, 'id' | 'role' | 'isActive'>[],
): Promise<void> {
  if (!isAdmin(by)) return;
  const [session] = await transaction
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, by.sessionId));
  if (!session) throw new Refusal('unauthenticated', consoleOnly('Admin login required.'));
  if (!everyone.some((admin) => admin.id === by.adminId && isStanding(admin))) {
    throw new Refusal('not_allowed', consoleOnly('Only an admin may do this. Please ask one.'));
  }
}

async function updateAdmin(transaction: Transaction, id: number, change: PgUpdateSetSource<typeof admins>) {
  const [changed] = await transaction.update(admins).set(change).where(eq(admins.id, id)).returning(columns);
  if (!changed) throw new Error('The admin, whose row is held, was not returned.');
  return changed;
}

function isAdmin(by: By): by is AdminCaller {
  return typeof by === 'object';
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

async function record(
  transaction: Transaction,
  now: Date,
  by: By,
  action: string,
  entityId: number,
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(transaction, now, {
    ...(isAdmin(by) ? doneBy(by) : { actor: by, actorRole: 'system' as const }),
    action,
    entityType: 'system',
    entityId,
    details,
  });
}
