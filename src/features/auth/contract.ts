import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  atMost,
  ok,
  optionalEmail,
  optionalName,
  optionalStudentId,
  optionalText,
  requiredLine,
  requiredText,
  typedUsername,
  yesOrNo,
} from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { adminRoles } from '#shared/roles.ts';

const nobody = z.object({ ok: z.literal(false), authenticated: z.literal(false) });

const donor = z.object({
  studentId: z.string(),
  participantId: z.int().nullable().describe('Null while nobody has donated under the ID'),
  displayName: z.string().nullable(),
});

/** A donor ID or an email, or both. */
export const donorCredentials = z
  .object({ studentId: optionalStudentId, email: optionalEmail, displayName: optionalName })
  .refine(({ studentId, email }) => studentId !== undefined || email !== undefined, {
    path: ['studentId'],
    error: 'Please enter an email or a donor ID.',
  });

const admin = z.object({
  username: z.string(),
  role: z.enum(adminRoles),
  mustChangePassword: z.boolean().describe('Nothing else is open to this admin until they did'),
  mustSetUpSecondFactor: z.boolean().describe('Likewise, where the settings ask for one'),
});

const tooLong = atMost(lengths.password);

/** Groups are for reading: spaces and dashes count for nothing. */
const withoutGroups = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase();

/** A code of an authenticator app, or one for recovery. */
export const secondFactorCode = requiredText('Please enter the code', lengths.secondFactorCode)
  .transform(withoutGroups)
  .refine((code) => code !== '', 'Please enter the code');

/** A password that somebody has, as typed: whether it may be one is asked of a new one only. */
export const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(lengths.password, tooLong);

/** In characters as people count them. NIST SP 800-63B asks for as many of a password that stands alone. */
const FEWEST_CHARACTERS = 15;
const tooShort = `Please use at least ${FEWEST_CHARACTERS} characters`;

export const contract = {
  csrf: endpoint({
    method: 'GET',
    path: '/api/csrf',
    summary: "The session's anti-forgery token, to send as X-CSRF-Token with every change an admin makes",
    access: 'public',
    shows: [],
    response: z.object({ ok, csrfToken: z.string() }),
  }),
  studentLogin: endpoint({
    method: 'POST',
    path: '/api/students/login',
    summary:
      'Sign a donor in by a donor ID, an email or both; what is typed beside the ID is a claim. A site that sends mail sends a code first',
    access: 'public',
    changes: ['participants'],
    refuses: ['wrong_credentials'],
    limits: ['donorSignIn'],
    body: donorCredentials,
    response: z.union([
      donor.extend({ ok }),
      z
        .object({ ok, codeSent: z.literal(true) })
        .describe('Whoever it is: a code is on its way if there is an address for it'),
    ]),
  }),
  studentLoginCode: endpoint({
    method: 'POST',
    path: '/api/students/login/code',
    summary: 'Sign the donor in whose code was mailed',
    access: 'public',
    changes: ['participants'],
    refuses: ['wrong_credentials', 'expired'],
    limits: ['wrongSignInCode'],
    body: z.object({
      code: requiredText('Please enter the code', lengths.secondFactorCode)
        .transform(withoutGroups)
        .refine((code) => /^\d{6}$/.test(code), 'A code has six digits'),
      trust: yesOrNo.optional().describe('Whether this browser needs no code for 30 days'),
    }),
    response: donor.extend({ ok }),
  }),
  studentName: endpoint({
    method: 'POST',
    path: '/api/students/name',
    summary: 'What the signed-in donor wants to be called: a claim, as if it had been typed at the sign-in',
    access: 'donor',
    changes: ['participants'],
    limits: ['donorSignIn'],
    body: z.object({ displayName: requiredLine('Please enter your name', lengths.name) }),
    response: donor.extend({ ok }),
  }),
  studentMe: endpoint({
    method: 'GET',
    path: '/api/students/me',
    summary: 'Who the signed-in donor is; 200 with authenticated false when nobody is',
    access: 'public',
    shows: ['participants'],
    response: z.discriminatedUnion('ok', [donor.extend({ ok, authenticated: z.literal(true) }), nobody]),
  }),
  studentLogout: endpoint({
    method: 'POST',
    path: '/api/students/logout',
    summary: 'End the donor session; fine without one',
    access: 'public',
    changes: [],
    response: z.object({ ok }),
  }),
  adminLogin: endpoint({
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Sign an admin in, with a code where they have a second factor',
    access: 'public',
    changes: [],
    refuses: ['wrong_credentials', 'second_factor_required'],
    limits: ['adminSignIn'],
    body: z.object({
      username: typedUsername,
      password,
      code: optionalText(lengths.secondFactorCode)
        .transform((text) => (text && withoutGroups(text)) || undefined)
        .describe('Of the authenticator app, or one for recovery'),
    }),
    response: admin.extend({ ok }),
  }),
  adminMe: endpoint({
    method: 'GET',
    path: '/api/admin/me',
    summary: 'Who the signed-in admin is; 200 with authenticated false when nobody is',
    access: 'public',
    shows: ['admins', 'settings'],
    response: z.discriminatedUnion('ok', [admin.extend({ ok, authenticated: z.literal(true) }), nobody]),
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
          .refine((text) => Array.from(text).length >= FEWEST_CHARACTERS, tooShort),
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
};
