import { z } from 'zod';
import { asciiDigits } from '#shared/digits.ts';
import { csvFile, pageOf, paging, searchText } from '#shared/lists.ts';
import { endpoint } from '#shared/endpoint.ts';
import {
  atMost,
  choice,
  instant,
  ok,
  optionalChoice,
  optionalEmail,
  optionalName,
  optionalStudentId,
  optionalText,
  requiredLine,
  requiredText,
  rowId,
  rowIdParameter,
  normalizeTypedCode,
  yesOrNo,
} from '#shared/fields.ts';
import { lengths } from '#shared/lengths.ts';
import { news, type NewsKind } from '#shared/mail.ts';
import { credentialsOf, isEmailFirst, type SignInForm, swappedFields } from './rules.ts';

export const participantSorts = ['recent', 'name', 'total'] as const;

export const participantRow = z
  .object({
    id: z.int(),
    displayName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    claimedName: z.string().nullable().describe('Typed at a sign-in, not verified'),
    claimedEmail: z
      .string()
      .nullable()
      .describe('Typed at a sign-in, verified only if isClaimProven is true'),
    isClaimProven: z.boolean().describe('Whether a code mailed to claimedEmail was entered'),
    shareToken: z.string(),
    isShareOff: z.boolean().describe('Whether the share link is switched off'),
    total_donations: z.int(),
    confirmed_donations: z.int(),
    last_donation_at: instant.nullable(),
    removed_at: instant.nullable().describe('When the person was removed. Nothing identifies them since'),
  })
  .meta({ id: 'Participant' });

export type ParticipantRow = z.infer<typeof participantRow>;

/** A participant with donor IDs, because most have no name. */
export const participantMatch = participantRow.extend({ studentIds: z.array(z.string()) });

export type ParticipantMatch = z.infer<typeof participantMatch>;

const optionalPhone = optionalText(100)
  .transform((phone) => phone && asciiDigits(phone))
  .refine(
    (phone) => phone === undefined || (phone.length >= 6 && phone.length <= lengths.phone),
    `Phone must be 6 to ${lengths.phone} characters`,
  );

export const participantProfile = z.object({
  displayName: optionalText(lengths.name),
  email: optionalEmail,
  phone: optionalPhone,
});

export const mergeTargetMessage = 'Merge needs a numeric target ID different from the source';

const params = z.object({ id: rowIdParameter });

const shareLinkBody = z.object({
  state: z
    .enum(['new', 'off', 'on'], 'Please choose new, off or on')
    .describe('new: replace the link. off: switch it off. on: switch the same link on again'),
});

export type ShareState = z.output<typeof shareLinkBody>['state'];

const shareLinkAnswer = z.object({
  ok,
  shareUrl: z.string().nullable().describe('Null while the link is off'),
});

export const seenClaimText = z
  .string({ error: 'Please enter text' })
  .max(lengths.email, atMost(lengths.email))
  .nullish();

export const participantContract = {
  participants: endpoint({
    method: 'GET',
    path: '/api/admin/participants',
    summary: 'Participants with their totals',
    access: 'admin',
    shows: ['donations', 'participants'],
    query: z.object({
      ...paging,
      sort: choice(participantSorts).default('recent'),
      q: searchText,
      claim: optionalChoice(['open', 'proven']).describe(
        'open: participants with a claim, proven claims first. proven: only those with a proven claim',
      ),
    }),
    response: pageOf(participantMatch).extend({
      claims: z
        .object({ open: z.int(), proven: z.int().describe('How many of the open claims are proven') })
        .describe('Claims that wait for an admin, regardless of the search'),
    }),
  }),
  exportParticipants: endpoint({
    method: 'GET',
    path: '/api/admin/participants/export.csv',
    summary: 'Participants as CSV',
    access: 'admin',
    shows: ['donations', 'participants'],
    query: z.object({ ...csvFile, q: searchText }),
    response: z.string(),
    format: 'csv',
  }),
  searchParticipants: endpoint({
    method: 'GET',
    path: '/api/admin/participants/search',
    summary: 'The best ten matches while someone types a name, email, phone number, donor ID or number',
    access: 'volunteer',
    shows: ['donations', 'participants'],
    query: z.object({ q: searchText }),
    response: z.object({ ok, items: z.array(participantMatch) }),
  }),
  updateParticipant: endpoint({
    method: 'POST',
    path: '/api/admin/participants/{id}',
    summary: 'Change a profile; a blank field is emptied, an absent one stays as it is',
    access: 'admin',
    changes: ['participants'],
    refuses: ['not_found', 'email_taken', 'wrong_state'],
    params,
    body: participantProfile,
    response: z.object({ ok, participant: participantRow }),
  }),
  decideClaim: endpoint({
    method: 'POST',
    path: '/api/admin/participants/{id}/claim',
    summary: 'Accept or drop the claim of a participant',
    access: 'admin',
    changes: ['participants'],
    refuses: ['not_found', 'email_taken', 'wrong_state'],
    params,
    body: z.object({
      accept: z.boolean({ error: 'Please accept or drop the claim' }),
      claimedName: seenClaimText.describe(
        'The claim as it was shown. If it has changed since, nothing is decided',
      ),
      claimedEmail: seenClaimText,
      isClaimProven: z.boolean({ error: 'Please say whether it was proven' }).optional(),
    }),
    response: z.object({ ok, participant: participantRow }),
  }),
  changeShareLink: endpoint({
    method: 'POST',
    path: '/api/admin/participants/{id}/share-link',
    summary: 'Make a new share link for a participant, switch it off, or on again',
    access: 'admin',
    changes: ['participants'],
    refuses: ['not_found', 'wrong_state'],
    params,
    body: shareLinkBody,
    response: shareLinkAnswer,
  }),
  changeOwnShareLink: endpoint({
    method: 'POST',
    path: '/api/students/share-link',
    summary:
      'Make a new share link for the signed-in donor, switch it off, or on again. A site that sends mail requires a sign-in by mailed code',
    access: 'donor',
    changes: ['participants'],
    refuses: ['not_allowed', 'not_found'],
    body: shareLinkBody,
    response: shareLinkAnswer,
  }),
  mergeParticipants: endpoint({
    method: 'POST',
    path: '/api/admin/participants/merge',
    summary: 'Move everything of one participant to another and remove the first',
    access: 'admin',
    changes: ['codes', 'donations', 'mail', 'participants'],
    refuses: ['not_found', 'wrong_state'],
    body: z
      .object({
        fromId: rowId,
        toId: z
          .int({ error: mergeTargetMessage })
          .min(1, mergeTargetMessage)
          .max(2_147_483_647, mergeTargetMessage),
      })
      .refine(({ fromId, toId }) => fromId !== toId, { path: ['toId'], message: mergeTargetMessage }),
    response: z.object({ ok, mergeId: z.int(), participant: participantRow }),
  }),
  undoMerge: endpoint({
    method: 'POST',
    path: '/api/admin/participants/merges/{mergeId}/undo',
    summary:
      'Undo a merge, which restores both participants. Possible for 30 days, unless the target was merged again or removed',
    access: 'admin',
    changes: ['codes', 'donations', 'participants'],
    refuses: ['not_found', 'wrong_state'],
    params: z.object({ mergeId: rowIdParameter }),
    response: z.object({ ok, participant: participantRow.describe('The restored participant') }),
  }),
  upsertParticipant: endpoint({
    method: 'POST',
    path: '/api/admin/participants/upsert',
    summary: 'Find the participant of an email or phone number, or create one',
    access: 'volunteer',
    changes: ['participants'],
    refuses: ['email_taken'],
    body: participantProfile.refine(
      ({ displayName, email, phone }) => Boolean(displayName ?? email ?? phone),
      { path: ['displayName'], message: 'Please enter a name, an email or a phone number' },
    ),
    response: z.object({
      ok,
      id: z.int(),
      shareUrl: z.string().describe('Leads nowhere while it is switched off'),
      created: z.boolean(),
    }),
  }),
  publicStatus: endpoint({
    method: 'GET',
    path: '/api/public/status/{shareToken}',
    summary: 'The name and totals that a share link shows',
    access: 'public',
    shows: ['donations', 'participants'],
    refuses: ['not_found'],
    params: z.object({ shareToken: requiredText('A share link is required', 100) }),
    response: z.object({
      ok,
      displayName: z.string().nullable(),
      totals: z.object({ all: z.int(), confirmed: z.int(), pending: z.int() }),
    }),
  }),
};

const signedOut = z.object({ ok: z.literal(false), authenticated: z.literal(false) });

const donor = z.object({
  studentId: z.string(),
  participantId: z.int().nullable().describe('Null while nobody has donated under the ID'),
  displayName: z.string().nullable(),
});

export const donorCredentials = z
  .object({ studentId: optionalStudentId, email: optionalEmail, displayName: optionalName })
  .refine(({ studentId, email }) => studentId !== undefined || email !== undefined, {
    path: ['studentId'],
    error: 'Please enter an email or a donor ID.',
  });

const signInFields = z.object({ studentId: z.string(), email: z.string(), displayName: z.string() });

/** Validates the sign-in form as the server does, and places each error at the field that was typed. */
export const donorSignIn = signInFields.transform((fields, context): SignInForm => {
  const isSwapped = isEmailFirst(fields.studentId);
  const result = donorCredentials.safeParse(credentialsOf(fields));
  if (result.success) {
    const { studentId, email, displayName } = result.data;
    return isSwapped ? { studentId: email, email: studentId, displayName } : result.data;
  }
  for (const { message, path } of result.error.issues) {
    const formPath = path.map((name) => (isSwapped && swappedFields[String(name)]) || name);
    context.addIssue({ code: 'custom', message, path: formPath });
  }
  return z.NEVER;
});

export const signInContract = {
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
        .describe('A code was mailed if an address is known. The answer is the same for everybody'),
    ]),
  }),
  studentLoginCode: endpoint({
    method: 'POST',
    path: '/api/students/login/code',
    summary: 'Sign a donor in by a mailed code',
    access: 'public',
    changes: ['participants'],
    refuses: ['wrong_credentials', 'expired'],
    limits: ['wrongSignInCode'],
    body: z.object({
      code: requiredText('Please enter the code', lengths.secondFactorCode)
        .transform(normalizeTypedCode)
        .refine((code) => /^\d{6}$/.test(code), 'A code has six digits'),
      trust: yesOrNo.optional().describe('Whether this browser needs no code for 30 days'),
    }),
    response: donor.extend({ ok }),
  }),
  studentName: endpoint({
    method: 'POST',
    path: '/api/students/name',
    summary: 'Set the name of the signed-in donor, as a claim like one typed at the sign-in',
    access: 'donor',
    changes: ['participants'],
    limits: ['donorSignIn'],
    body: z.object({ displayName: requiredLine('Please enter your name', lengths.name) }),
    response: donor.extend({ ok }),
  }),
  studentMe: endpoint({
    method: 'GET',
    path: '/api/students/me',
    summary: 'The signed-in donor; 200 with authenticated false if nobody is signed in',
    access: 'public',
    shows: ['participants'],
    response: z.discriminatedUnion('ok', [donor.extend({ ok, authenticated: z.literal(true) }), signedOut]),
  }),
  studentLogout: endpoint({
    method: 'POST',
    path: '/api/students/logout',
    summary: 'End the donor session, if there is one',
    access: 'public',
    changes: [],
    response: z.object({ ok }),
  }),
};

/** An object instead of a record over the enum, which would have no named properties in the API's description. */
const everyKind = z.object(
  Object.fromEntries(news.map((name) => [name, z.boolean()])) as Record<NewsKind, z.ZodBoolean>,
);

const newsAnswer = z.object({
  ok,
  isMailOn: z.boolean().describe('Whether the site sends any mail'),
  hasAddress: z.boolean().describe('Whether the donor has a noted email'),
  kinds: everyKind,
});

export const newsContract = {
  studentNews: endpoint({
    method: 'GET',
    path: '/api/students/news',
    summary: 'Which news the signed-in donor gets by mail',
    access: 'donor',
    shows: ['participants'],
    response: newsAnswer,
  }),
  changeStudentNews: endpoint({
    method: 'POST',
    path: '/api/students/news',
    summary: 'Switch news by mail on and off; kinds that are not named stay as they are',
    access: 'donor',
    changes: ['participants'],
    body: z.object({
      kinds: z.partialRecord(z.enum(news), z.boolean({ error: 'Please say true or false' }), {
        error: `Please choose ${news.join(', ')}`,
      }),
    }),
    response: newsAnswer,
  }),
};

export const contract = { ...participantContract, ...signInContract, ...newsContract };
