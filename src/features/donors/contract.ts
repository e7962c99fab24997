import { csvFile, pageOf, paging, searchText } from '#shared/lists.ts';
import { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { endpoint } from '#shared/endpoint.ts';
import {
  atMost,
  choice,
  instant,
  ok,
  optionalChoice,
  optionalEmail,
  optionalText,
  requiredText,
  rowId,
  rowIdParameter,
} from '#shared/fields.ts';

export const participantSorts = ['recent', 'name', 'total'] as const;

export const participantRow = z
  .object({
    id: z.int(),
    displayName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    claimedName: z.string().nullable().describe('Typed at a sign-in, proven by nobody'),
    claimedEmail: z.string().nullable().describe('Likewise, unless a mailed code proved it'),
    isClaimProven: z.boolean().describe('Whether a code mailed to the claimed email came back'),
    shareToken: z.string(),
    total_donations: z.int(),
    confirmed_donations: z.int(),
    last_donation_at: instant.nullable(),
    removed_at: instant.nullable().describe('Since then nothing says who it was'),
  })
  .meta({ id: 'Participant' });

export type ParticipantRow = z.infer<typeof participantRow>;

/** Most participants never gave a name: whoever looks for one knows them by a donor ID. */
export const participantMatch = participantRow.extend({ studentIds: z.array(z.string()) });

export type ParticipantMatch = z.infer<typeof participantMatch>;

const optionalPhone = optionalText(100).refine(
  (phone) => phone === undefined || (phone.length >= 6 && phone.length <= lengths.phone),
  `Phone must be 6 to ${lengths.phone} characters`,
);

export const participantProfile = z.object({
  displayName: optionalText(lengths.name),
  email: optionalEmail,
  phone: optionalPhone,
});

/** Says what is wrong with the target of a merge, whatever it is. */
export const mergeTargetMessage = 'Merge needs a numeric target ID different from the source';

const params = z.object({ id: rowIdParameter });

export const claimSeen = z
  .string({ error: 'Please enter text' })
  .max(lengths.email, atMost(lengths.email))
  .nullish();

export const contract = {
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
        'Those who claim something, the proven first, or the proven alone',
      ),
    }),
    response: pageOf(participantMatch).extend({
      claims: z
        .object({ open: z.int(), proven: z.int().describe('Of those, by a mailed code') })
        .describe('How many wait for an admin, whatever is searched for'),
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
    summary: 'Change a profile; a blank field is emptied, one left out stays',
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
    summary: 'Note what a participant claims, or drop it',
    access: 'admin',
    changes: ['participants'],
    refuses: ['not_found', 'email_taken', 'wrong_state'],
    params,
    body: z.object({
      accept: z.boolean({ error: 'Please accept or drop the claim' }),
      claimedName: claimSeen.describe('The claim that was seen: another one is not decided'),
      claimedEmail: claimSeen,
      isClaimProven: z.boolean({ error: 'Please say whether it was proven' }).optional(),
    }),
    response: z.object({ ok, participant: participantRow }),
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
      'Take a merge back: both participants are there again. For 30 days, and until either is merged again',
    access: 'admin',
    changes: ['codes', 'donations', 'participants'],
    refuses: ['not_found', 'wrong_state'],
    params: z.object({ mergeId: rowIdParameter }),
    response: z.object({ ok, participant: participantRow.describe('The one that had been merged away') }),
  }),
  upsertParticipant: endpoint({
    method: 'POST',
    path: '/api/admin/participants/upsert',
    summary: 'Find the participant of an email or phone number, or make one',
    access: 'volunteer',
    changes: ['participants'],
    refuses: ['email_taken'],
    body: participantProfile.refine(
      ({ displayName, email, phone }) => Boolean(displayName ?? email ?? phone),
      { path: ['displayName'], message: 'Please enter a name, an email or a phone number' },
    ),
    response: z.object({ ok, id: z.int(), shareUrl: z.string(), created: z.boolean() }),
  }),
  publicStatus: endpoint({
    method: 'GET',
    path: '/api/public/status/{shareToken}',
    summary: 'What a share link shows of a participant',
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
