// Who is who. Admins sign in by password, donors by their ID; a session is a row, so a restart signs
// nobody out and signing out ends it everywhere.
import { hash, verify } from '@node-rs/argon2';
import { and, asc, eq, exists, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyRequest } from 'fastify';
import { recordAudit } from '#features/audit/server.ts';
import { signInDonor } from '#features/participants/serverDonors.ts';
import type { Executor, Transaction } from '#server/database.ts';
import { widestNetwork } from '#server/http/addresses.ts';
import { type AdminCaller, type DonorCaller, implement, type Site, withSlowStep } from '#server/http/call.ts';
import { FairCapacity } from '#server/http/capacity.ts';
import { csrfToken } from '#server/http/guards.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import {
  endSession,
  endSessionOf,
  endSessionsOfAdmin,
  findAdmin,
  findDonor,
  sessionToken,
  startAdminSession,
  startDonorSession,
} from '#server/http/sessions.ts';
import { insertInto } from '#server/rows.ts';
import { admins } from '#server/schema.ts';
import { randomText, randomToken } from '#server/secrets.ts';
import { contract } from './contract.ts';
import { isCommon } from './serverCommonPasswords.ts';

/**
 * Each check takes 19 MiB and a core's full attention. Two at once leave half of Node's four threads to files
 * and photos; those who wait are through in well under two seconds.
 */
const passwordChecks = new FairCapacity(
  { atOnce: 2, waiting: 32, milliseconds: 2000 },
  { waiting: 8, milliseconds: 2000, countsAgainst: 'adminSignIn' },
);

/** Does what is slow with a password when it is the turn of the network that it comes from. */
function inLine<Result>(site: Site, request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  return passwordChecks.run(site.rateLimits ? widestNetwork(request.ip) : request.id, work);
}

const nobody = { ok: false as const, authenticated: false as const };

export const authFeature = implement(contract, {
  csrf: async ({ database, site, request, now }) => {
    const admin = await findAdmin(database, sessionToken(site, request, 'admin'), now);
    // Without a session there is nothing to guard, and so nothing that the token is good for.
    return { ok: true as const, csrfToken: csrfToken(site.secrets, admin?.csrfSecret ?? randomToken()) };
  },

  studentLogin: async ({ transaction, body, site, request, changeCookie, now }) => {
    const { studentId, email, displayName } = body;
    const signIn = await signInDonor(transaction, { studentId, email, displayName }, now);
    await endSessionOf(transaction, sessionToken(site, request, 'donor'));
    const token = await startDonorSession(transaction, signIn, now);
    await recordAudit(transaction, now, {
      actor: signIn.studentId,
      actorRole: 'donor',
      action: 'donor.signed_in',
      entityType: 'participant',
      entityId: signIn.participantId,
    });
    changeCookie({ name: 'donor', token });
    const signedIn = await findDonor(transaction, token, now);
    if (!signedIn) throw new Error('The session just made was not found.');
    return { ok: true as const, ...publicDonor(signedIn) };
  },

  studentMe: async ({ database, site, request, now }) => {
    const donor = await findDonor(database, sessionToken(site, request, 'donor'), now);
    return donor ? { ok: true as const, authenticated: true as const, ...publicDonor(donor) } : nobody;
  },

  studentLogout: async ({ transaction, site, request, changeCookie, now }) => {
    const donor = await findDonor(transaction, sessionToken(site, request, 'donor'), now);
    if (donor) await endSession(transaction, donor.sessionId);
    changeCookie({ name: 'donor', token: null });
    return { ok: true as const };
  },

  // Checking a password takes tens of milliseconds of a core, too long to hold a transaction open.
  adminLogin: withSlowStep(contract.adminLogin, {
    slowStep: async ({ database, site, request, body }) => {
      const admin = await findAdminByName(database, body.username);
      // Without an admin a password is checked all the same, so that time does not tell who exists.
      const passwordFits = await inLine(site, request, async () =>
        verify(admin?.passwordHash ?? (await unknownAdminHash()), body.password),
      );
      if (admin && passwordFits) return admin;
      throw wrongCredentials();
    },
    handle: async ({ transaction, fromSlowStep: admin, site, request, changeCookie, now }) => {
      // The password may have been reset since it was checked, or the admin switched off; the row is held so that
      // neither can be until the end.
      const [unchanged] = await transaction
        .select({ id: admins.id })
        .from(admins)
        .where(and(eq(admins.id, admin.id), isActive, eq(admins.passwordHash, admin.passwordHash)))
        .for('share');
      if (!unchanged) throw wrongCredentials();
      await endSessionOf(transaction, sessionToken(site, request, 'admin'));
      const token = await startAdminSession(transaction, admin.id, now);
      await recordAdmin(transaction, now, 'admin.signed_in', admin);
      changeCookie({ name: 'admin', token });
      return { ok: true as const, ...publicAdmin(admin) };
    },
  }),

  adminMe: async ({ database, site, request, now }) => {
    const admin = await findAdmin(database, sessionToken(site, request, 'admin'), now);
    return admin ? { ok: true as const, authenticated: true as const, ...publicAdmin(admin) } : nobody;
  },

  changePassword: withSlowStep(contract.changePassword, {
    slowStep: async ({ database, site, request, admin, body: { current, next } }) => {
      const [found] = await database
        .select({ passwordHash: admins.passwordHash })
        .from(admins)
        .where(eq(admins.id, admin.adminId));
      const currentHash = found?.passwordHash ?? (await unknownAdminHash());
      const passwordFits = await inLine(site, request, async () => verify(currentHash, current));
      if (!passwordFits) throw wrongPassword();
      if (await isCommon(next, [admin.username, 'ReRound'])) {
        throw invalidFields({
          next: 'Many people use this password, so it is tried first. Please choose another one.',
        });
      }
      return { currentHash, nextHash: await inLine(site, request, async () => hashPassword(next)) };
    },
    handle: async ({ transaction, admin, fromSlowStep: { currentHash, nextHash }, now }) => {
      // Another change or a reset may have come between.
      const [changed] = await transaction
        .update(admins)
        .set({ passwordHash: nextHash, mustChangePassword: false })
        .where(and(eq(admins.id, admin.adminId), eq(admins.passwordHash, currentHash)))
        .returning({ id: admins.id, username: admins.username });
      if (!changed) throw wrongPassword();
      await endSessionsOfAdmin(transaction, changed.id, admin.sessionId);
      await recordAdmin(transaction, now, 'admin.password_changed', changed);
      return { ok: true as const };
    },
  }),

  adminLogout: async ({ transaction, admin, changeCookie, now }) => {
    await endSession(transaction, admin.sessionId);
    await recordAdmin(transaction, now, 'admin.signed_out', {
      id: admin.adminId,
      username: admin.username,
    });
    changeCookie({ name: 'admin', token: null });
    return { ok: true as const };
  },
});

/** Whoever is switched off has a password that fits nothing. */
const isActive = eq(admins.isActive, true);

function wrongCredentials(): Refusal {
  return new Refusal('wrong_credentials', 'Wrong username or password.', { countsAgainst: 'adminSignIn' });
}

function wrongPassword(): Refusal {
  const current = 'That is not your password.';
  return new Refusal('wrong_credentials', current, { fields: { current }, countsAgainst: 'adminSignIn' });
}

function publicAdmin(admin: Pick<AdminCaller, 'username' | 'role' | 'mustChangePassword'>) {
  const { username, role, mustChangePassword } = admin;
  return { username, role, mustChangePassword };
}

function publicDonor(donor: DonorCaller) {
  const { studentId, participantId, displayName } = donor;
  return { studentId, participantId, displayName };
}

async function recordAdmin(
  transaction: Transaction,
  now: Date,
  action: string,
  admin: { id: number; username: string },
): Promise<void> {
  await recordAudit(transaction, now, {
    actor: admin.username,
    actorRole: 'admin',
    action,
    entityType: 'system',
    entityId: admin.id,
  });
}

let unknownAdmin: Promise<string> | undefined;

function unknownAdminHash(): Promise<string> {
  unknownAdmin ??= hashPassword(randomPassword());
  return unknownAdmin;
}

/** argon2id with the parameters that OWASP's password storage cheat sheet gives: 19 MiB, 2 passes, 1 lane. */
function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

async function findAdminByName(executor: Executor, username: string) {
  const [admin] = await executor
    .select()
    .from(admins)
    .where(eq(sql`lower(${admins.username})`, sql`lower(${username})`));
  return admin;
}

/** A password of about 115 random bits that can be read from a terminal and typed. */
export function randomPassword(): string {
  return randomText('ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789', 20);
}

const SHORTEST_PASSWORD = 8;

/**
 * Makes the first admin where there is none. Where the site is for nobody but whoever tries it, any password will do.
 * One that was made up is to be changed at the first sign-in.
 *
 * @returns the name and the password that was made up for it, or null if there was nothing to make up.
 * @throws Error if the password given is too short for a site that others reach.
 */
export async function ensureFirstAdmin(
  executor: Executor,
  first: { username: string; password: string | undefined; isTrial: boolean },
  now: Date,
): Promise<{ username: string; password: string } | null> {
  const [existing] = await executor.select({ id: admins.id }).from(admins).limit(1);
  if (existing) return null;
  // As people count: four emoji are four characters, and eight of UTF-16.
  if (first.password && !first.isTrial && Array.from(first.password).length < SHORTEST_PASSWORD) {
    throw new Error(
      `ADMIN_PASSWORD: must have at least ${SHORTEST_PASSWORD} characters. Leave it out, and the site makes a good one.`,
    );
  }
  const password = first.password ?? randomPassword();
  const { username } = first;
  const isMadeUp = first.password === undefined;
  await addAdmin(executor, { username, password, mustChangePassword: isMadeUp }, now);
  return isMadeUp ? { username, password } : null;
}

/** Adds an admin. False if the name is taken. */
export async function addAdmin(
  executor: Executor,
  {
    username,
    password,
    mustChangePassword,
  }: { username: string; password: string; mustChangePassword: boolean },
  now: Date,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const later = ['secondFactorSecret', 'secondFactorSince', 'secondFactorStep', 'lastSeenAt'] as const;
  const added = await insertInto(executor, admins, { later })
    .values({ username, role: 'admin', isActive: true, passwordHash, mustChangePassword, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: admins.id });
  return added.length > 0;
}

/**
 * Gives an admin a new password, which they must change at the next sign-in, and ends the sessions that the old one started.
 * False if there is no such admin.
 */
export async function resetAdmin(
  transaction: Transaction,
  username: string,
  password: string,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const [admin] = await transaction
    .update(admins)
    .set({ passwordHash, mustChangePassword: true })
    .where(eq(sql`lower(${admins.username})`, sql`lower(${username})`))
    .returning({ id: admins.id });
  if (!admin) return false;
  await endSessionsOfAdmin(transaction, admin.id);
  return true;
}

/**
 * Removes an admin with every session of theirs; what they did stays on record. False if there is no such admin,
 * or no other: a site without one would make a new first admin at its next start.
 */
export async function removeAdmin(transaction: Transaction, username: string): Promise<boolean> {
  const other = alias(admins, 'other');
  const removed = await transaction
    .delete(admins)
    .where(
      and(
        eq(sql`lower(${admins.username})`, sql`lower(${username})`),
        exists(transaction.select().from(other).where(ne(other.id, admins.id))),
      ),
    )
    .returning({ id: admins.id });
  return removed.length > 0;
}

/** Every admin's name and since when. */
export async function listAdmins(executor: Executor) {
  return await executor
    .select({ username: admins.username, createdAt: admins.createdAt })
    .from(admins)
    .orderBy(asc(admins.id));
}
