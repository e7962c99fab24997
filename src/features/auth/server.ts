// Who is who. Admins sign in by password, donors by their ID; a session is a row, so a restart signs
// nobody out and signing out ends it everywhere.
import { hash, verify } from '@node-rs/argon2';
import { and, eq, sql } from 'drizzle-orm';
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
import { admins } from '#server/schema.ts';
import { randomToken } from '#server/secrets.ts';
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
export function inLine<Result>(
  site: Site,
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
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
        .update(admins)
        .set({ lastSeenAt: now })
        .where(and(eq(admins.id, admin.id), isActive, eq(admins.passwordHash, admin.passwordHash)))
        .returning({ id: admins.id });
      if (!unchanged) throw wrongCredentials();
      await endSessionOf(transaction, sessionToken(site, request, 'admin'));
      const token = await startAdminSession(transaction, admin.id, request, now);
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

/** Writes down what an admin did with their own account. */
export async function recordAdmin(
  transaction: Transaction,
  now: Date,
  action: string,
  admin: { id: number; username: string },
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordAudit(transaction, now, {
    actor: admin.username,
    actorRole: 'admin',
    action,
    entityType: 'system',
    entityId: admin.id,
    details,
  });
}

let unknownAdmin: Promise<string> | undefined;

function unknownAdminHash(): Promise<string> {
  unknownAdmin ??= hashPassword(randomToken());
  return unknownAdmin;
}

/** argon2id with the parameters that OWASP's password storage cheat sheet gives: 19 MiB, 2 passes, 1 lane. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

async function findAdminByName(executor: Executor, username: string) {
  const [admin] = await executor
    .select()
    .from(admins)
    .where(eq(sql`lower(${admins.username})`, sql`lower(${username})`));
  return admin;
}
