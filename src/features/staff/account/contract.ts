import { z } from 'zod';
import { password, secondFactorCode } from '#features/staff/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, rowIdParameter } from '#shared/fields.ts';

const session = z
  .object({
    id: z.int(),
    device: z.string().describe('Browser and system, as far as the browser says'),
    address: z.string().nullable().describe('The network address that signed in'),
    createdAt: instant,
    lastUsedAt: instant.describe('To the minute'),
    expiresAt: instant.describe('Unless it is used'),
    isCurrent: z.boolean().describe('The session that asks'),
  })
  .meta({ id: 'AdminSession' });

export const contract = {
  sessions: endpoint({
    method: 'GET',
    path: '/api/admin/sessions',
    summary: "One's own sessions, the one used last first",
    access: 'volunteer',
    shows: [],
    response: z.object({ ok, sessions: z.array(session) }),
  }),
  endSession: endpoint({
    method: 'POST',
    path: '/api/admin/sessions/{id}/end',
    summary: "End one of one's own sessions",
    access: 'volunteer',
    changes: [],
    refuses: ['not_found'],
    params: z.object({ id: rowIdParameter }),
    response: z.object({ ok }),
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/admin/sessions/end-others',
    summary: "End all of one's own sessions but the one that asks",
    access: 'volunteer',
    changes: [],
    response: z.object({ ok, ended: z.int().describe('How many there were') }),
  }),
  secondFactor: endpoint({
    method: 'GET',
    path: '/api/admin/second-factor',
    summary: "One's own second factor",
    access: 'volunteer',
    shows: ['admins', 'settings'],
    beforeSecondFactor: true,
    response: z.object({
      ok,
      since: instant.nullable().describe('Null where it is off'),
      recoveryCodesLeft: z.int(),
      isRequired: z.boolean().describe('Of every admin, by the settings'),
    }),
  }),
  startSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/start',
    summary: 'A secret for an authenticator app, in place of one that no code was given for yet',
    access: 'volunteer',
    changes: ['admins'],
    refuses: ['wrong_state'],
    beforeSecondFactor: true,
    response: z.object({
      ok,
      secret: z.string().describe('As base32'),
      uri: z.string().describe('What the QR code says'),
    }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/confirm',
    summary: "Switch the second factor on by a code of the app, which ends one's other sessions",
    access: 'volunteer',
    changes: ['admins'],
    refuses: ['wrong_state'],
    beforeSecondFactor: true,
    body: z.object({ code: secondFactorCode }),
    response: z.object({ ok, recoveryCodes: z.array(z.string()).describe('Ten, told this once') }),
  }),
  disableSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/disable',
    summary: "Switch the second factor off by password and code, which ends one's other sessions",
    access: 'volunteer',
    changes: ['admins'],
    refuses: ['wrong_credentials', 'wrong_state'],
    limits: ['adminSignIn'],
    body: z.object({ password, code: secondFactorCode }),
    response: z.object({ ok }),
  }),
};
