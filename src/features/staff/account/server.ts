// What those who use the console see to themselves: where they are signed in, and their second factor.
import Bowser from 'bowser';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { checkedAdmin, ownAccount, recordAdmin, wrongPassword } from '#features/staff/server.ts';
import {
  countCode,
  proofOf,
  randomSecondFactor,
  renewRecoveryCodes,
  secondFactorUri,
  spendProof,
  stepOf,
} from '#features/staff/serverSecondFactor.ts';
import { implement, withSlowStep } from '#server/http/call.ts';
import { invalidFields, Refusal } from '#server/http/refusal.ts';
import { endOwnSession, endSessionsOfAdmin, sessionsOfAdmin } from '#server/http/sessions.ts';
import { admins, recoveryCodes, settings } from '#server/db/schema.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { contract } from './contract.ts';

export const accountFeature = implement(contract, {
  sessions: async ({ database, admin, now }) => {
    const own = await sessionsOfAdmin(database, admin.adminId, now);
    const shown = own.map(({ userAgent, ...session }) => ({
      ...session,
      device: deviceName(userAgent),
      isCurrent: session.id === admin.sessionId,
    }));
    return { ok: true as const, sessions: shown };
  },

  endSession: async ({ transaction, admin, params, changeCookie, now }) => {
    const { adminId, sessionId } = admin;
    const ended = await endOwnSession(transaction, { adminId, sessionId: params.id }, now);
    if (!ended) throw new Refusal('not_found', consoleOnly('That session has ended already.'));
    const details = { device: deviceName(ended.userAgent) };
    await recordAdmin(transaction, now, 'admin.session_ended', ownAccount(admin), details);
    if (params.id === sessionId) changeCookie({ name: 'admin', token: null });
    return { ok: true as const };
  },

  endOtherSessions: async ({ transaction, admin, now }) => {
    const ended = await endSessionsOfAdmin(transaction, admin.adminId, admin.sessionId);
    if (ended > 0) {
      const details = { sessions: ended };
      await recordAdmin(transaction, now, 'admin.other_sessions_ended', ownAccount(admin), details);
    }
    return { ok: true as const, ended };
  },

  secondFactor: async ({ database, admin: { adminId } }) => {
    const left = database.$count(
      recoveryCodes,
      and(eq(recoveryCodes.adminId, admins.id), isNull(recoveryCodes.usedAt)),
    );
    const [own] = await database
      .select({
        since: admins.secondFactorSince,
        recoveryCodesLeft: left,
        isRequired: settings.isSecondFactorRequired,
      })
      .from(admins)
      .crossJoin(settings)
      .where(eq(admins.id, adminId));
    if (!own) throw new Refusal('unauthenticated', consoleOnly('Admin login required.'));
    return { ok: true as const, ...own };
  },

  startSecondFactor: async ({ transaction, site, admin, now }) => {
    const { adminId, username } = admin;
    const secret = randomSecondFactor();
    const sealed = site.secrets.sealSecondFactor(secret);
    const started = await transaction
      .update(admins)
      .set({ secondFactorSecret: sealed, secondFactorStep: null })
      .where(and(eq(admins.id, adminId), isNull(admins.secondFactorSince)))
      .returning({ id: admins.id });
    if (started.length === 0) {
      throw new Refusal('wrong_state', consoleOnly('Your second factor is on already.'));
    }
    const [names] = await transaction.select({ organization: settings.organization }).from(settings);
    const issuer = names?.organization.name ?? 'ReRound';
    await recordAdmin(transaction, now, 'admin.second_factor_started', ownAccount(admin));
    return { ok: true as const, secret, uri: secondFactorUri(secret, { issuer, username }) };
  },

  confirmSecondFactor: async ({ transaction, site, admin, body: { code }, now }) => {
    const { adminId, sessionId } = admin;
    const isWaiting = and(
      eq(admins.id, adminId),
      isNull(admins.secondFactorSince),
      isNotNull(admins.secondFactorSecret),
    );
    const [waiting] = await transaction.select().from(admins).where(isWaiting).for('update');
    const sealed = waiting?.secondFactorSecret;
    if (!sealed) {
      throw new Refusal(
        'wrong_state',
        consoleOnly('There is no second factor to switch on. Please start anew.'),
      );
    }
    const secret = site.secrets.openSecondFactor(sealed);
    const step = stepOf(secret, code, now, null);
    if (step === null) {
      throw invalidFields({
        code: consoleOnly('That is not the code that the app shows now. Is the clock of your phone right?'),
      });
    }
    await transaction
      .update(admins)
      .set({ secondFactorSince: now, secondFactorStep: step })
      .where(eq(admins.id, adminId));
    const renewed = await renewRecoveryCodes(transaction, adminId, secret);
    await endSessionsOfAdmin(transaction, adminId, sessionId);
    await recordAdmin(transaction, now, 'admin.second_factor_on', ownAccount(admin));
    return { ok: true as const, recoveryCodes: renewed };
  },

  disableSecondFactor: withSlowStep(contract.disableSecondFactor, {
    slowStep: async ({ database, site, admin, body: { password, code }, now }) => {
      const own = await checkedAdmin({ database, admin }, password);
      if (!own) throw wrongPassword('password');
      if (own.secondFactorSince === null) {
        throw new Refusal('wrong_state', consoleOnly('Your second factor is off already.'));
      }
      const proof = await proofOf({ database, site, now }, own, code);
      await countCode({ site, now }, own.id, proof);
      if (!proof) throw wrongCode();
      return { own, proof };
    },
    handle: async ({ transaction, admin: { sessionId }, fromSlowStep: { own, proof }, now }) => {
      if (!(await spendProof(transaction, own, proof, now))) throw wrongCode();
      const disabled = await transaction
        .update(admins)
        .set({ secondFactorSecret: null, secondFactorSince: null, secondFactorStep: null })
        .where(and(eq(admins.id, own.id), eq(admins.passwordHash, own.passwordHash)))
        .returning({ id: admins.id });
      if (disabled.length === 0) throw wrongPassword('password');
      await transaction.delete(recoveryCodes).where(eq(recoveryCodes.adminId, own.id));
      await endSessionsOfAdmin(transaction, own.id, sessionId);
      await recordAdmin(transaction, now, 'admin.second_factor_off', own);
      return { ok: true as const };
    },
  }),
});

function wrongCode(): Refusal {
  const code = 'That code is wrong or was used before.';
  return new Refusal('wrong_credentials', code, { fields: { code }, countsAgainst: 'adminSignIn' });
}

/** What a browser says of itself, in words for its owner: "Safari on iPhone". Anybody may say anything of a browser. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system = platform.vendor === 'Apple' && platform.model ? platform.model : os.name;
  return [browser.name || 'Unknown browser', system].filter(Boolean).join(' on ');
}
