import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  ok,
  optionalEmail,
  optionalName,
  optionalStudentId,
  requiredLine,
  requiredText,
  withoutGroups,
  yesOrNo,
} from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';

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

export const contract = {
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
};
