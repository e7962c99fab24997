// How admins sign in. A session is a row, so a restart signs nobody out.
import { hash, verify } from '@node-rs/argon2';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { doneBy, recordAudit, recordFailedSignIn } from '#features/audit/server.ts';
import { readSettings } from '#server/settings.ts';
import type { Executor, Transaction } from '#server/database.ts';
import { type AdminCaller, implement, withSlowStep } from '#server/http/call.ts';
import { Queue } from '#server/http/queue.ts';
import { csrfToken } from '#server/http/guards.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import {
  endSession,
  endSessionOf,
  endSessionsOfAdmin,
  findAdmin,
  sessionToken,
  startAdminSession,
} from '#server/http/sessions.ts';
import { admins } from '#server/schema.ts';
import { randomToken } from '#server/secrets.ts';
import type { AdminRole } from '#shared/roles.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { contract } from './contract.ts';
import { isCommon } from './serverCommonPasswords.ts';
import { countCode, proofOf, spendProof } from './serverSecondFactor.ts';

/** Each hash takes 19 MiB and a core. Two at once leave half of Node's four threads to files and photos. */
export const passwordWork = new Queue({ atOnce: 2, waiting: 32 });

export const staffFeature = implement(contract, {
  csrf: async ({ database, site, request, now }) => {
    const admin = await findAdmin(database, sessionToken(site, request, 'admin'), now);
    // Without a session there is nothing to guard, and so nothing that the token is good for.
    return { ok: true as const, csrfToken: csrfToken(site.secrets, admin?.csrfSecret ?? randomToken()) };
  },

  // Checking a password takes tens of milliseconds of a core, too long to hold a transaction open.
  adminLogin: withSlowStep(contract.adminLogin, {
    slowStep: async ({ database, site, body, now }) => {
      const admin = await findAdminByName(database, body.username);
      // Without an admin a password is checked all the same, so that time does not tell who exists.
      const passwordFits = await passwordWork.run(async () =>
        verify(admin?.passwordHash ?? (await unknownAdminHash()), body.password),
      );
      // Looked at whatever the password, so that neither words nor time tell which of the two is wrong.
      const { code } = body;
      const proof = code === undefined ? null : await proofOf({ database, site, now }, admin, code);
      if (!admin?.isActive || !passwordFits) throw wrongCredentials(code);
      if (admin.secondFactorSince === null) return { admin, proof: null };
      if (code === undefined) {
        throw new Refusal(
          'second_factor_required',
          consoleOnly('Please enter the code from your authenticator app.'),
        );
      }
      await countCode({ site, now }, admin.id, proof);
      if (!proof) throw wrongCredentials(code);
      return { admin, proof };
    },
    handle: async ({ transaction, fromSlowStep, site, request, body, changeCookie, now }) => {
      const { admin, proof } = fromSlowStep;
      // First, since it waits for whoever spends the same.
      const isProven = proof === null || (await spendProof(transaction, admin, proof, now));
      // The password may have been reset since it was checked, or the admin switched off; the row is held so that
      // neither can be until the end.
      const [unchanged] = await transaction
        .update(admins)
        .set({ lastSeenAt: now })
        .where(
          and(
            eq(admins.id, admin.id),
            isActive,
            eq(admins.passwordHash, admin.passwordHash),
            proof ? undefined : isNull(admins.secondFactorSince),
          ),
        )
        .returning({ id: admins.id });
      if (!isProven || !unchanged) throw wrongCredentials(body.code);
      await endSessionOf(transaction, sessionToken(site, request, 'admin'));
      const token = await startAdminSession(transaction, admin.id, request, now);
      if (proof && 'recoveryCodeId' in proof) {
        await recordAdmin(transaction, now, 'admin.recovery_code_used', admin);
      }
      await recordAdmin(transaction, now, 'admin.signed_in', admin);
      changeCookie({ name: 'admin', token });
      const signedIn = await findAdmin(transaction, token, now);
      if (!signedIn) throw new Error('The session just made was not found.');
      return { ok: true as const, ...publicAdmin(signedIn) };
    },
    refused: async ({ database, body, now }, { code }) => {
      if (code !== 'wrong_credentials') return;
      await recordFailedSignIn(database, now, (await findAdminByName(database, body.username))?.id ?? null);
    },
  }),

  adminMe: async ({ database, site, request, now }) => {
    const admin = await findAdmin(database, sessionToken(site, request, 'admin'), now);
    return admin
      ? { ok: true as const, authenticated: true as const, ...publicAdmin(admin) }
      : { ok: false as const, authenticated: false as const };
  },

  changePassword: withSlowStep(contract.changePassword, {
    slowStep: async ({ database, admin, body: { current, next } }) => {
      const own = await checkedAdmin({ database, admin }, current);
      const currentHash = own?.passwordHash;
      if (currentHash === undefined) throw wrongPassword('current');
      const { organization } = await readSettings(database);
      if (await isCommon(next, [admin.username, 'ReRound', organization.name])) {
        throw invalidFields({
          next: consoleOnly(
            'Many people use this password, so it is tried first. Please choose another one.',
          ),
        });
      }
      return { currentHash, nextHash: await passwordWork.run(async () => hashPassword(next)) };
    },
    handle: async ({ transaction, admin, fromSlowStep: { currentHash, nextHash }, now }) => {
      // Another change or a reset may have come between.
      const [changed] = await transaction
        .update(admins)
        .set({ passwordHash: nextHash, mustChangePassword: false })
        .where(and(eq(admins.id, admin.adminId), eq(admins.passwordHash, currentHash)))
        .returning({ id: admins.id, username: admins.username, role: admins.role });
      if (!changed) throw wrongPassword('current');
      await endSessionsOfAdmin(transaction, changed.id, admin.sessionId);
      await recordAdmin(transaction, now, 'admin.password_changed', changed);
      return { ok: true as const };
    },
  }),

  adminLogout: async ({ transaction, admin, changeCookie, now }) => {
    await endSession(transaction, admin.sessionId);
    await recordAdmin(transaction, now, 'admin.signed_out', ownAccount(admin));
    changeCookie({ name: 'admin', token: null });
    return { ok: true as const };
  },
});

/** Whoever is switched off has a password that fits nothing. */
const isActive = eq(admins.isActive, true);

function wrongCredentials(code: string | undefined): Refusal {
  const sentence = consoleOnly(
    code === undefined ? 'Wrong username or password.' : 'Wrong username, password or code.',
  );
  return new Refusal('wrong_credentials', sentence, { countsAgainst: 'adminSignIn' });
}

interface Asking {
  database: Executor;
  admin: AdminCaller;
}

/** The row of the admin who calls, if the password given is theirs. Slow. */
export async function checkedAdmin({ database, admin }: Asking, given: string) {
  const [own] = await database.select().from(admins).where(eq(admins.id, admin.adminId));
  const passwordHash = own?.passwordHash ?? (await unknownAdminHash());
  const passwordFits = await passwordWork.run(async () => verify(passwordHash, given));
  return passwordFits ? own : undefined;
}

/** A refusal of a password that an admin who is signed in gave for their own, at its field. */
export function wrongPassword(field: string): Refusal {
  const message = consoleOnly('That is not your password.');
  return new Refusal('wrong_credentials', message, {
    fields: { [field]: message },
    countsAgainst: 'adminSignIn',
  });
}

function publicAdmin(admin: AdminCaller) {
  const { username, role, mustChangePassword, mustSetUpSecondFactor } = admin;
  return { username, role, mustChangePassword, mustSetUpSecondFactor };
}

/** The account of whoever calls. */
export function ownAccount({ adminId, username, role }: AdminCaller): Account {
  return { id: adminId, username, role };
}

type Account = { id: number; username: string; role: AdminRole };

/** Writes down what somebody did with their own account. */
export async function recordAdmin(
  transaction: Transaction,
  now: Date,
  action: string,
  account: Account,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recordAudit(transaction, now, {
    ...doneBy(account),
    action,
    entityType: 'system',
    entityId: account.id,
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
