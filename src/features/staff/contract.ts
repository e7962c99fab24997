import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { atMost, ok, optionalText, requiredText, typedUsername, withoutGroups } from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { adminRoles } from '#shared/roles.ts';

const nobody = z.object({ ok: z.literal(false), authenticated: z.literal(false) });

const admin = z.object({
  username: z.string(),
  role: z.enum(adminRoles),
  mustChangePassword: z.boolean().describe('Nothing else is open to this admin until they did'),
  mustSetUpSecondFactor: z.boolean().describe('Likewise, where the settings ask for one'),
});

const tooLong = atMost(lengths.password);

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
