// What admins see to themselves: where they are signed in, and their second factor.
import { recordAdmin } from '#features/auth/server.ts';
import { implement } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { endOwnSession, endSessionsOfAdmin, sessionsOfAdmin } from '#server/http/sessions.ts';
import { instantsAsText } from '#server/instantsAsText.ts';
import { contract } from './contract.ts';
import { deviceName } from './serverDevice.ts';

export const accountFeature = implement(contract, {
  sessions: async ({ database, admin, now }) => {
    const own = await sessionsOfAdmin(database, admin.adminId, now);
    const shown = own.map(({ userAgent, ...session }) => ({
      ...instantsAsText(session),
      device: deviceName(userAgent),
      isCurrent: session.id === admin.sessionId,
    }));
    return { ok: true as const, sessions: shown };
  },

  endSession: async ({ transaction, admin, params, changeCookie, now }) => {
    const { adminId, sessionId, username } = admin;
    const ended = await endOwnSession(transaction, { adminId, sessionId: params.id }, now);
    if (!ended) throw new Refusal('not_found', 'That session has ended already.');
    await recordAdmin(
      transaction,
      now,
      'admin.session_ended',
      { id: adminId, username },
      { device: deviceName(ended.userAgent) },
    );
    if (params.id === sessionId) changeCookie({ name: 'admin', token: null });
    return { ok: true as const };
  },

  endOtherSessions: async ({ transaction, admin: { adminId, sessionId, username }, now }) => {
    const ended = await endSessionsOfAdmin(transaction, adminId, sessionId);
    if (ended > 0) {
      await recordAdmin(
        transaction,
        now,
        'admin.other_sessions_ended',
        { id: adminId, username },
        { sessions: ended },
      );
    }
    return { ok: true as const, ended };
  },
});
