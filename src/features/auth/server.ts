// Who is who. Admins sign in by password, donors by their ID; a session is a row, so a restart signs
// nobody out and signing out ends it everywhere.
import { hash, verify } from '@node-rs/argon2';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { doneBy, recordAudit, recordDonor, recordFailedSignIn } from '#features/audit/server.ts';
import { readSettings } from '#features/site/server.ts';
import { lookUpDonor, noteLanguage, sayName, signInDonor } from '#features/participants/serverDonors.ts';
import type { Executor, Transaction } from '#server/database.ts';
import {
  type AdminCaller,
  type DonorCaller,
  implement,
  withSlowStep,
  type WriteCall,
} from '#server/http/call.ts';
import { Queue } from '#server/http/queue.ts';
import { csrfToken } from '#server/http/guards.ts';
import { languageOf } from '#server/http/language.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import {
  type DonorSignIn,
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
import type { Endpoint } from '#shared/endpoint.ts';
import type { AdminRole } from '#shared/roles.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { contract } from './contract.ts';
import { isCommon } from './serverCommonPasswords.ts';
import { proofOfSignIn, spendPending, startPending } from './serverPendingSignIns.ts';
import { countCode, proofOf, spendProof } from './serverSecondFactor.ts';
import { isTrusted, trustBrowser } from './serverTrustedBrowsers.ts';

/** Each hash takes 19 MiB and a core. Two at once leave half of Node's four threads to files and photos. */
export const passwordWork = new Queue({ atOnce: 2, waiting: 32 });

const nobody = { ok: false as const, authenticated: false as const };

export const authFeature = implement(contract, {
  csrf: async ({ database, site, request, now }) => {
    const admin = await findAdmin(database, sessionToken(site, request, 'admin'), now);
    // Without a session there is nothing to guard, and so nothing that the token is good for.
    return { ok: true as const, csrfToken: csrfToken(site.secrets, admin?.csrfSecret ?? randomToken()) };
  },

  studentLogin: async (call) => {
    const { transaction, body, site, request, changeCookie, afterCommit, now } = call;
    const { studentId, email, displayName } = body;
    const given = { studentId, email, displayName, language: languageOf(request) };
    if (!site.post) return await beginSession(call, await signInDonor(transaction, given, now));
    const meant = await lookUpDonor(transaction, given);
    const trusted = sessionToken(site, request, 'trusted');
    if (trusted !== undefined && (await isTrusted(transaction, trusted, meant.participantId, now))) {
      const signIn = await signInDonor(transaction, given, now);
      // Asked once more, now that the donor is held: another email that was noted meanwhile has ended the trust.
      const isSame =
        signIn.participantId === meant.participantId &&
        (await isTrusted(transaction, trusted, meant.participantId, now));
      if (isSame && signIn.participantId !== null) {
        await noteLanguage(transaction, signIn.participantId, given.language);
      }
      return await beginSession(call, { ...signIn, opensCodes: isSame });
    }
    const waiting = sessionToken(site, request, 'pending');
    const token = await startPending(transaction, site, { meant, given, token: waiting }, now);
    changeCookie({ name: 'pending', token });
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, codeSent: true as const };
  },

  // A try counts whatever comes of it, so it is taken before the transaction that signs in.
  studentLoginCode: withSlowStep(contract.studentLoginCode, {
    slowStep: ({ database, site, request, body: { code }, now }) =>
      proofOfSignIn(
        database,
        site,
        { token: sessionToken(site, request, 'pending'), code, language: languageOf(request) },
        now,
      ),
    handle: async (call) => {
      const { transaction, fromSlowStep, site, request, body, changeCookie, now } = call;
      const signIn = await spendPending(transaction, fromSlowStep, languageOf(request), now);
      changeCookie({ name: 'pending', token: null });
      const answer = await beginSession(call, signIn);
      if (body.trust && signIn.participantId !== null && signIn.opensCodes) {
        const before = sessionToken(site, request, 'trusted');
        const token = await trustBrowser(transaction, before, signIn.participantId, now);
        changeCookie({ name: 'trusted', token });
      }
      return answer;
    },
  }),

  studentName: async ({ transaction, donor, body: { displayName }, now }) => {
    await sayName(transaction, donor, displayName, now);
    return { ok: true as const, ...publicDonor({ ...donor, displayName: donor.displayName ?? displayName }) };
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
    return admin ? { ok: true as const, authenticated: true as const, ...publicAdmin(admin) } : nobody;
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

/** Begins a donor's session in the place of the browser's one before, and answers whose it is. */
async function beginSession(
  { transaction, site, request, changeCookie, now }: WriteCall<Endpoint, unknown>,
  signIn: DonorSignIn,
) {
  await endSessionOf(transaction, sessionToken(site, request, 'donor'));
  const token = await startDonorSession(transaction, signIn, now);
  await recordDonor(transaction, now, signIn.participantId, {
    action: 'donor.signed_in',
    entityType: 'participant',
    entityId: signIn.participantId,
  });
  changeCookie({ name: 'donor', token });
  const donor = await findDonor(transaction, token, now);
  if (!donor) throw new Error('The session just made was not found.');
  return { ok: true as const, ...publicDonor(donor) };
}

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

function publicDonor(donor: DonorCaller) {
  const { studentId, participantId, displayName } = donor;
  return { studentId, participantId, displayName };
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
