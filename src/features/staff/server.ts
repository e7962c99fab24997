// How admins sign in, manage their own account, and let others in and out. A session is a row, so a restart signs nobody out.
import { verify } from '@node-rs/argon2';
import Bowser from 'bowser';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { recordFailedSignIn } from '#features/audit/server.ts';
import { readSettings } from '#server/settings.ts';
import type { Executor } from '#server/db/database.ts';
import { type AdminCaller, implement, withSlowStep } from '#server/http/call.ts';
import { csrfToken } from '#server/http/guards.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import {
  endOwnSession,
  endSession,
  endSessionOf,
  endSessionsOfAdmin,
  findAdmin,
  listAdminSessions,
  sessionToken,
  startAdminSession,
} from '#server/http/sessions.ts';
import { admins, recoveryCodes, settings } from '#server/db/schema.ts';
import { randomToken } from '#server/secrets.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { contract } from './contract.ts';
import {
  addAdmin,
  changeAdmin,
  hashPassword,
  listAdmins,
  loginRequired,
  makePassword,
  passwordQueue,
  recordOwnAction,
  resetAdmin,
} from './serverAccounts.ts';
import {
  updateMailChoices,
  saveProvedEmail,
  readOwnMail,
  removeEmail,
  sendEmailCode,
  verifyEmailCode,
} from './serverEmail.ts';
import { isCommonPassword } from './serverCommonPasswords.ts';
import {
  countCodeTry,
  findTimeStep,
  randomSecondFactorSecret,
  renewRecoveryCodes,
  secondFactorUri,
  spendProof,
  verifyCode,
} from './serverSecondFactor.ts';

export const staffFeature = implement(contract, {
  csrf: async ({ database, site, request, now }) => {
    const admin = await findAdmin(database, sessionToken(site, request, 'admin'), now);
    // Without a session there is nothing to protect, so the token is made from a random secret.
    return { ok: true as const, csrfToken: csrfToken(site.secrets, admin?.csrfSecret ?? randomToken()) };
  },

  // Verifying a password takes tens of milliseconds, too long for an open transaction.
  adminLogin: withSlowStep(contract.adminLogin, {
    slowStep: async ({ database, site, body, now }) => {
      const admin = await findAdminByName(database, body.username);
      // Checks a password even for an unknown name, so that the time taken does not reveal who exists.
      const passwordMatches = await passwordQueue.run(async () =>
        verify(admin?.passwordHash ?? (await dummyHash()), body.password),
      );
      // Verifies the code even after a wrong password, so that neither answer nor time reveals which is wrong.
      const { code } = body;
      const proof = code === undefined ? null : await verifyCode({ database, site, now }, admin, code);
      if (!admin?.isActive || !passwordMatches) throw wrongCredentials(code);
      if (admin.secondFactorSince === null) return { admin, proof: null };
      if (code === undefined) {
        throw new Refusal(
          'second_factor_required',
          consoleOnly('Please enter the code from your authenticator app.'),
        );
      }
      await countCodeTry({ site, now }, admin.id, proof);
      if (!proof) throw wrongCredentials(code);
      return { admin, proof };
    },
    handle: async ({ transaction, fromSlowStep, site, request, body, changeCookie, now }) => {
      const { admin, proof } = fromSlowStep;
      if (proof && !(await spendProof(transaction, admin, proof, now))) throw wrongCredentials(body.code);
      // Finds no row if the password, the second factor or the account changed since the check.
      const [locked] = await transaction
        .update(admins)
        .set({ lastSeenAt: now })
        .where(
          and(
            eq(admins.id, admin.id),
            eq(admins.isActive, true),
            eq(admins.passwordHash, admin.passwordHash),
            proof ? undefined : isNull(admins.secondFactorSince),
          ),
        )
        .returning({ id: admins.id });
      if (!locked) throw wrongCredentials(body.code);
      await endSessionOf(transaction, sessionToken(site, request, 'admin'));
      const token = await startAdminSession(transaction, admin.id, request, now);
      const signedIn = await findAdmin(transaction, token, now);
      if (!signedIn) throw new Error('The session just made was not found.');
      if (proof && 'recoveryCodeId' in proof) {
        await recordOwnAction(transaction, now, 'admin.recovery_code_used', signedIn);
      }
      await recordOwnAction(transaction, now, 'admin.signed_in', signedIn);
      changeCookie({ name: 'admin', token });
      return { ok: true as const, ...publicAdmin(signedIn) };
    },
    recordRefusal: async ({ database, body, now }, { code }) => {
      if (code !== 'wrong_credentials') return;
      await recordFailedSignIn(database, now, (await findAdminByName(database, body.username))?.id ?? null);
    },
  }),

  adminMe: async ({ database, site, request, now }) => {
    const admin = await findAdmin(database, sessionToken(site, request, 'admin'), now);
    if (!admin) return { ok: false as const, authenticated: false as const };
    const ownMail = await readOwnMail(database, admin.adminId);
    return { ok: true as const, authenticated: true as const, ...publicAdmin(admin), ...ownMail };
  },

  changePassword: withSlowStep(contract.changePassword, {
    slowStep: async ({ database, admin, body: { current, next } }) => {
      const account = await findByOwnPassword(database, admin, current);
      if (!account) throw wrongPassword('current');
      const { organization } = await readSettings(database);
      if (await isCommonPassword(next, [admin.username, 'ReRound', organization.name])) {
        throw invalidFields({
          next: consoleOnly(
            'Many people use this password, so it is tried first. Please choose another one.',
          ),
        });
      }
      return {
        currentHash: account.passwordHash,
        nextHash: await passwordQueue.run(async () => hashPassword(next)),
      };
    },
    handle: async ({ transaction, admin, fromSlowStep: { currentHash, nextHash }, now }) => {
      // Finds no row if the password was changed or reset since it was checked.
      const changed = await transaction
        .update(admins)
        .set({ passwordHash: nextHash, mustChangePassword: false })
        .where(and(eq(admins.id, admin.adminId), eq(admins.passwordHash, currentHash)))
        .returning({ id: admins.id });
      if (changed.length === 0) throw wrongPassword('current');
      await endSessionsOfAdmin(transaction, admin.adminId, admin.sessionId);
      await recordOwnAction(transaction, now, 'admin.password_changed', admin);
      return { ok: true as const };
    },
  }),

  adminLogout: async ({ transaction, admin, changeCookie, now }) => {
    await endSession(transaction, admin.sessionId);
    await recordOwnAction(transaction, now, 'admin.signed_out', admin);
    changeCookie({ name: 'admin', token: null });
    return { ok: true as const };
  },

  sessions: async ({ database, admin, now }) => {
    const rows = await listAdminSessions(database, admin.adminId, now);
    const sessions = rows.map(({ userAgent, ...session }) => ({
      ...session,
      device: deviceName(userAgent),
      isCurrent: session.id === admin.sessionId,
    }));
    return { ok: true as const, sessions };
  },

  endSession: async ({ transaction, admin, params, changeCookie, now }) => {
    const { adminId, sessionId } = admin;
    const ended = await endOwnSession(transaction, { adminId, sessionId: params.id }, now);
    if (!ended) throw new Refusal('not_found', consoleOnly('That session has ended already.'));
    const details = { device: deviceName(ended.userAgent) };
    await recordOwnAction(transaction, now, 'admin.session_ended', admin, details);
    if (params.id === sessionId) changeCookie({ name: 'admin', token: null });
    return { ok: true as const };
  },

  endOtherSessions: async ({ transaction, admin, now }) => {
    const ended = await endSessionsOfAdmin(transaction, admin.adminId, admin.sessionId);
    if (ended > 0) {
      const details = { sessions: ended };
      await recordOwnAction(transaction, now, 'admin.other_sessions_ended', admin, details);
    }
    return { ok: true as const, ended };
  },

  secondFactor: async ({ database, admin: { adminId } }) => {
    const isUnused = and(eq(recoveryCodes.adminId, admins.id), isNull(recoveryCodes.usedAt));
    const [factor] = await database
      .select({
        since: admins.secondFactorSince,
        recoveryCodesLeft: database.$count(recoveryCodes, isUnused),
        isRequired: settings.isSecondFactorRequired,
      })
      .from(admins)
      .crossJoin(settings)
      .where(eq(admins.id, adminId));
    if (!factor) throw loginRequired();
    return { ok: true as const, ...factor };
  },

  startSecondFactor: async ({ transaction, site, admin, now }) => {
    const { adminId, username } = admin;
    const secret = randomSecondFactorSecret();
    const sealed = site.secrets.sealSecondFactor(secret);
    const started = await transaction
      .update(admins)
      .set({ secondFactorSecret: sealed, secondFactorStep: null })
      .where(and(eq(admins.id, adminId), isNull(admins.secondFactorSince)))
      .returning({ id: admins.id });
    if (started.length === 0) {
      throw new Refusal('wrong_state', consoleOnly('Your second factor is on already.'));
    }
    await recordOwnAction(transaction, now, 'admin.second_factor_started', admin);
    const { organization } = await readSettings(transaction);
    const uri = secondFactorUri(secret, { issuer: organization.name, username });
    return { ok: true as const, secret, uri };
  },

  confirmSecondFactor: async ({ transaction, site, admin, body: { code }, now }) => {
    const { adminId, sessionId } = admin;
    const isUnconfirmed = and(
      eq(admins.id, adminId),
      isNull(admins.secondFactorSince),
      isNotNull(admins.secondFactorSecret),
    );
    const [unconfirmed] = await transaction.select().from(admins).where(isUnconfirmed).for('update');
    const sealed = unconfirmed?.secondFactorSecret;
    if (!sealed) {
      throw new Refusal(
        'wrong_state',
        consoleOnly('There is no second factor to switch on. Please start anew.'),
      );
    }
    const secret = site.secrets.openSecondFactor(sealed);
    const step = findTimeStep(secret, code, now, null);
    if (step === null) {
      throw invalidFields({
        code: consoleOnly('That is not the code that the app shows now. Is the clock of your phone right?'),
      });
    }
    await transaction
      .update(admins)
      .set({ secondFactorSince: now, secondFactorStep: step })
      .where(eq(admins.id, adminId));
    const codes = await renewRecoveryCodes(transaction, adminId, secret);
    await endSessionsOfAdmin(transaction, adminId, sessionId);
    await recordOwnAction(transaction, now, 'admin.second_factor_on', admin);
    return { ok: true as const, recoveryCodes: codes };
  },

  disableSecondFactor: withSlowStep(contract.disableSecondFactor, {
    slowStep: async ({ database, site, admin, body: { password, code }, now }) => {
      const account = await findByOwnPassword(database, admin, password);
      if (!account) throw wrongPassword('password');
      if (account.secondFactorSince === null) {
        throw new Refusal('wrong_state', consoleOnly('Your second factor is off already.'));
      }
      const proof = await verifyCode({ database, site, now }, account, code);
      await countCodeTry({ site, now }, account.id, proof);
      if (!proof) throw wrongCode();
      return { account, proof };
    },
    handle: async ({ transaction, admin, fromSlowStep: { account, proof }, now }) => {
      if (!(await spendProof(transaction, account, proof, now))) throw wrongCode();
      const disabled = await transaction
        .update(admins)
        .set({ secondFactorSecret: null, secondFactorSince: null, secondFactorStep: null })
        .where(and(eq(admins.id, account.id), eq(admins.passwordHash, account.passwordHash)))
        .returning({ id: admins.id });
      if (disabled.length === 0) throw wrongPassword('password');
      await transaction.delete(recoveryCodes).where(eq(recoveryCodes.adminId, account.id));
      await endSessionsOfAdmin(transaction, account.id, admin.sessionId);
      await recordOwnAction(transaction, now, 'admin.second_factor_off', admin);
      return { ok: true as const };
    },
  }),

  giveEmail: async ({ transaction, site, admin, body: { email }, afterCommit, now }) => {
    const codeSent = await sendEmailCode(transaction, site, { adminId: admin.adminId, email }, now);
    await recordOwnAction(transaction, now, 'admin.email_code_sent', admin, { codeSent });
    afterCommit(async () => site.wakeMail());
    return { ok: true as const, codeSent };
  },

  // A try counts even if the code is refused, so it is counted before the transaction.
  proveEmail: withSlowStep(contract.proveEmail, {
    slowStep: ({ database, site, admin, body: { code }, now }) =>
      verifyEmailCode(database, site, { adminId: admin.adminId, code }, now),
    handle: async ({ transaction, admin, fromSlowStep: pending, now }) => {
      const email = await saveProvedEmail(transaction, pending);
      await recordOwnAction(transaction, now, 'admin.email_noted', admin);
      return { ok: true as const, email };
    },
  }),

  removeEmail: async ({ transaction, admin, now }) => {
    if (await removeEmail(transaction, admin.adminId)) {
      await recordOwnAction(transaction, now, 'admin.email_removed', admin);
    }
    return { ok: true as const };
  },

  changeNotify: async ({ transaction, site, admin, body, now }) => {
    const { notify, on, off } = await updateMailChoices(transaction, site, admin.adminId, body, now);
    if (on.length + off.length > 0) {
      await recordOwnAction(transaction, now, 'admin.mail_chosen', admin, { on, off });
    }
    return { ok: true as const, notify };
  },

  admins: async ({ database }) => ({ ok: true as const, admins: await listAdmins(database) }),

  addAdmin: withSlowStep(contract.addAdmin, {
    slowStep: () => passwordQueue.run(makePassword),
    handle: async ({ transaction, body, fromSlowStep: { password, passwordHash }, admin, now }) => {
      const account = { ...body, passwordHash, mustChangePassword: true };
      const added = await addAdmin(transaction, account, admin, now);
      if (!added) {
        const message = consoleOnly('Another admin has this name already');
        throw new Refusal('duplicate', message, { fields: { username: message } });
      }
      return { ok: true as const, admin: added, password };
    },
  }),

  changeAdmin: async ({ transaction, params, body, admin, now }) => ({
    ok: true as const,
    admin: await changeAdmin(transaction, params, body, admin, now),
  }),

  resetAdmin: withSlowStep(contract.resetAdmin, {
    slowStep: () => passwordQueue.run(makePassword),
    handle: async ({ transaction, params, fromSlowStep: { password, passwordHash }, admin, now }) => {
      await resetAdmin(transaction, params, passwordHash, admin, now);
      return { ok: true as const, password };
    },
  }),
});

function wrongCredentials(code: string | undefined): Refusal {
  const sentence = consoleOnly(
    code === undefined ? 'Wrong username or password.' : 'Wrong username, password or code.',
  );
  return new Refusal('wrong_credentials', sentence, { countsAgainst: 'adminSignIn' });
}

/** The caller's own row if the password is theirs, else undefined. Slow. */
async function findByOwnPassword(database: Executor, { adminId }: AdminCaller, password: string) {
  const [account] = await database.select().from(admins).where(eq(admins.id, adminId));
  if (!account) return undefined;
  const passwordMatches = await passwordQueue.run(async () => verify(account.passwordHash, password));
  return passwordMatches ? account : undefined;
}

/** Refuses a signed-in admin who typed a wrong password of their own, at its field. */
function wrongPassword(field: string): Refusal {
  const message = consoleOnly('That is not your password.');
  return new Refusal('wrong_credentials', message, {
    fields: { [field]: message },
    countsAgainst: 'adminSignIn',
  });
}

function wrongCode(): Refusal {
  const message = 'That code is wrong or was used before.';
  return new Refusal('wrong_credentials', message, {
    fields: { code: message },
    countsAgainst: 'adminSignIn',
  });
}

function publicAdmin({ username, role, mustChangePassword, mustSetUpSecondFactor }: AdminCaller) {
  return { username, role, mustChangePassword, mustSetUpSecondFactor };
}

/** The hash of a random text. It is verified for an unknown name, so that this takes as long as a known one. */
let cachedDummyHash: Promise<string> | undefined;

function dummyHash(): Promise<string> {
  cachedDummyHash ??= hashPassword(randomToken());
  return cachedDummyHash;
}

async function findAdminByName(executor: Executor, username: string) {
  const [admin] = await executor
    .select()
    .from(admins)
    .where(eq(sql`lower(${admins.username})`, sql`lower(${username})`));
  return admin;
}

/** The browser and device that a user agent names, such as "Safari on iPhone". */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  return [browser.name || 'Unknown browser', system].filter(Boolean).join(' on ');
}
