import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  atMost,
  choice,
  instant,
  ok,
  optionalText,
  requiredEmail,
  requiredText,
  rowIdParameter,
  typedUsername,
  normalizeTypedCode,
  yesOrNo,
} from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { adminRoles } from '#shared/roles.ts';
import { newUsername } from '#shared/usernames.ts';

const signedOut = z.object({ ok: z.literal(false), authenticated: z.literal(false) });

const signedInAdmin = z.object({
  username: z.string(),
  role: z.enum(adminRoles),
  mustChangePassword: z.boolean().describe('If true, all else is refused until the password is changed'),
  mustSetUpSecondFactor: z.boolean().describe('If true, all else is refused until a second factor is set up'),
});

const tooLong = atMost(lengths.password);

const mailChoices = z.object({
  overflow: z.boolean().describe('When a bin is reported, at most once in two hours for each bin'),
  pickup: z.boolean().describe('When a pickup is asked for'),
  daily: z.boolean().describe('At 7 in the morning, if something waits or the site has a problem'),
});

export type MailChoices = z.infer<typeof mailChoices>;

/** A code of an authenticator app, or a recovery code. */
const secondFactorCode = requiredText('Please enter the code', lengths.secondFactorCode)
  .transform(normalizeTypedCode)
  .refine((code) => code !== '', 'Please enter the code');

const mailedCode = requiredText('Please enter the code', lengths.secondFactorCode)
  .transform(normalizeTypedCode)
  .refine((code) => /^\d{6}$/.test(code), 'Please enter the six digits');

/** An existing password: only a new one must meet the rules. */
const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(lengths.password, tooLong);

/** Counted in Unicode characters. NIST SP 800-63B asks for 15 if a password is the only factor. */
const MIN_CHARACTERS = 15;
const tooShort = `Please use at least ${MIN_CHARACTERS} characters`;

const session = z
  .object({
    id: z.int(),
    device: z.string().describe('Browser and system, as far as the browser says'),
    address: z.string().nullable().describe('The network address that signed in'),
    createdAt: instant,
    lastUsedAt: instant.describe('To the minute'),
    expiresAt: instant.describe('When it ends unless it is used'),
    isCurrent: z.boolean().describe('The session that asks'),
  })
  .meta({ id: 'AdminSession' });

const adminRow = z
  .object({
    id: z.int(),
    username: z.string(),
    role: z.enum(adminRoles),
    isActive: z.boolean().describe('False if switched off, which prevents signing in'),
    hasSecondFactor: z.boolean(),
    lastSeenAt: instant.nullable().describe('To the minute; null if they never signed in'),
  })
  .meta({ id: 'Admin' });

export type Admin = z.infer<typeof adminRow>;

const issuedPassword = z.string().describe('Generated; shown only once, and changed at the next sign-in');

export const contract = {
  csrf: endpoint({
    method: 'GET',
    path: '/api/csrf',
    summary: "The session's anti-forgery token, to send as X-CSRF-Token with every change an admin makes",
    access: 'public',
    shows: [],
    response: z.object({ ok, csrfToken: z.string() }),
  }),
  adminLogin: endpoint({
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Sign an admin in, with a code if they have a second factor',
    access: 'public',
    changes: [],
    refuses: ['wrong_credentials', 'second_factor_required'],
    limits: ['adminSignIn'],
    body: z.object({
      username: typedUsername,
      password,
      code: optionalText(lengths.secondFactorCode)
        .transform((text) => (text && normalizeTypedCode(text)) || undefined)
        .describe('A code of the authenticator app, or a recovery code'),
    }),
    response: signedInAdmin.extend({ ok }),
  }),
  adminMe: endpoint({
    method: 'GET',
    path: '/api/admin/me',
    summary: 'Who the signed-in admin is; 200 with authenticated false when nobody is',
    access: 'public',
    shows: ['admins', 'settings'],
    response: z.discriminatedUnion('ok', [
      signedInAdmin.extend({
        ok,
        authenticated: z.literal(true),
        email: z.string().nullable().describe('Proved by a mailed code'),
        notify: mailChoices.describe('What is mailed there'),
      }),
      signedOut,
    ]),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/admin/password',
    summary: "Change one's own password, which ends one's other sessions",
    access: 'volunteer',
    changes: ['admins'],
    refuses: ['wrong_credentials'],
    beforePasswordChange: true,
    beforeSecondFactor: true,
    limits: ['adminSignIn'],
    body: z
      .object({
        current: password,
        next: z
          .string({ error: tooShort })
          .max(lengths.password, tooLong)
          .refine((text) => Array.from(text).length >= MIN_CHARACTERS, tooShort),
      })
      .refine(({ current, next }) => next !== current, {
        path: ['next'],
        error: 'Please choose another password than the one you have.',
      }),
    response: z.object({ ok }),
  }),
  adminLogout: endpoint({
    method: 'POST',
    path: '/api/admin/logout',
    summary: 'End the admin session on the server',
    access: 'volunteer',
    changes: [],
    beforePasswordChange: true,
    beforeSecondFactor: true,
    response: z.object({ ok }),
  }),
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
      since: instant.nullable().describe('Null if it is off'),
      recoveryCodesLeft: z.int(),
      isRequired: z.boolean().describe('Whether the settings ask every admin for one'),
    }),
  }),
  startSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/start',
    summary: 'Create a secret for an authenticator app; it replaces an unconfirmed one',
    access: 'volunteer',
    changes: ['admins'],
    refuses: ['wrong_state'],
    beforeSecondFactor: true,
    response: z.object({
      ok,
      secret: z.string().describe('As base32'),
      uri: z.string().describe('The content of the QR code'),
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
    response: z.object({ ok, recoveryCodes: z.array(z.string()).describe('Ten, shown only once') }),
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
  giveEmail: endpoint({
    method: 'POST',
    path: '/api/admin/email',
    summary: "Mail a code to an address, to prove that it is one's own",
    access: 'volunteer',
    changes: [],
    body: z.object({ email: requiredEmail('Please enter your email') }),
    response: z.object({
      ok,
      codeSent: z.boolean().describe('False if the site sends no mail, or has reached a limit of codes'),
    }),
  }),
  proveEmail: endpoint({
    method: 'POST',
    path: '/api/admin/email/code',
    summary: "Prove one's own email with the newest mailed code",
    access: 'volunteer',
    changes: ['admins'],
    refuses: ['wrong_credentials', 'expired', 'too_many_requests'],
    body: z.object({ code: mailedCode }),
    response: z.object({ ok, email: z.string() }),
  }),
  removeEmail: endpoint({
    method: 'POST',
    path: '/api/admin/email/remove',
    summary: "Delete one's own email; nothing is mailed any more",
    access: 'volunteer',
    changes: ['admins'],
    response: z.object({ ok }),
  }),
  changeNotify: endpoint({
    method: 'POST',
    path: '/api/admin/notify',
    summary: "Choose what is mailed to one's own email; omitted fields stay as they are",
    access: 'volunteer',
    changes: ['admins'],
    body: z.object({
      overflow: yesOrNo.optional(),
      pickup: yesOrNo.optional(),
      daily: yesOrNo.optional(),
    }),
    response: z.object({ ok, notify: mailChoices }),
  }),
  admins: endpoint({
    method: 'GET',
    path: '/api/admin/admins',
    summary: 'All admins and volunteers, including those switched off, oldest first',
    access: 'admin',
    shows: ['admins'],
    response: z.object({ ok, admins: z.array(adminRow) }),
  }),
  addAdmin: endpoint({
    method: 'POST',
    path: '/api/admin/admins',
    summary: 'Let somebody use the console, with a generated password',
    access: 'admin',
    changes: ['admins'],
    refuses: ['duplicate'],
    body: z.object({ username: newUsername, role: choice(adminRoles) }),
    response: z.object({ ok, admin: adminRow, password: issuedPassword }),
  }),
  changeAdmin: endpoint({
    method: 'POST',
    path: '/api/admin/admins/{id}',
    summary: 'Give somebody another role, or switch them off or on; omitted fields stay as they are',
    access: 'admin',
    changes: ['admins'],
    refuses: ['not_found', 'not_yourself', 'last_admin'],
    params: z.object({ id: rowIdParameter }),
    body: z.object({
      role: choice(adminRoles).optional(),
      isActive: z.boolean({ error: 'Please say whether they may sign in' }).optional(),
    }),
    response: z.object({ ok, admin: adminRow }),
  }),
  resetAdmin: endpoint({
    method: 'POST',
    path: '/api/admin/admins/{id}/reset',
    summary: 'Give somebody a new password, without their second factor, and end their sessions',
    access: 'admin',
    changes: ['admins'],
    refuses: ['not_found', 'not_yourself'],
    params: z.object({ id: rowIdParameter }),
    response: z.object({ ok, password: issuedPassword }),
  }),
};
