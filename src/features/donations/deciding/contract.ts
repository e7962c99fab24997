import { z } from 'zod';
import { donationRow } from '#features/donations/contract.ts';
import { lengths } from '#shared/lengths.ts';
import { claimSeen } from '#features/donors/contract.ts';
import { shownCode } from '#features/rewards/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, optionalText, rowId, weightBand, yesOrNo } from '#shared/fields.ts';

const donationId = z.int({ error: 'Donation ID is required' }).min(1).max(2_147_483_647);

/** A bin at a glance. */
export const summaryBin = z
  .object({
    id: z.int(),
    name: z.string(),
    location: z.string(),
    lastEmptied: instant.nullable(),
    isOverflowing: z.boolean(),
  })
  .meta({ id: 'SummaryBin' });

/** A donation of one confirmation, with what became of its reward code. */
export const confirmedTogether = z.object({
  id: z.int(),
  participantName: z.string().nullable(),
  participantRemovedAt: instant.nullable(),
  studentId: z.string().nullable(),
  weight: weightBand,
  actualWeight: weightBand.nullable(),
  date: z.string(),
  binLocation: z.string().nullable(),
  dropSite: z.string().nullable(),
  discountCode: shownCode.nullable().describe('Null where it was revoked'),
  usedAt: instant.nullable().describe('When a code of it was last used: then an undo is refused'),
  usedAtStore: z.string().nullable(),
});

/** How many donations one press confirms at most. */
export const MOST_AT_ONCE = 500;

export const contract = {
  adminSummary: endpoint({
    method: 'GET',
    path: '/api/admin/summary',
    summary: 'What waits and how the month goes',
    access: 'volunteer',
    shows: ['bins', 'donations', 'mail', 'participants', 'pickups'],
    response: z.object({
      ok,
      stats: z.object({
        pendingCount: z.int(),
        oldestPending: z.string().nullable().describe('The earliest date of a pending donation'),
        confirmedThisMonth: z.int().describe('Confirmed donations dated this month'),
        activeStudents: z.int().describe('Donors with a donation dated this month'),
        overflowOpen: z.int().describe('Overflow alerts not yet resolved'),
        pendingPickups: z.int().describe('Pickup requests that nobody has answered yet'),
        provenClaims: z
          .int()
          .describe(
            'Emails that a mailed code proved and no admin has accepted yet; volunteers are told none',
          ),
        waitingMail: z.int().describe('Mail that has not gone out yet; volunteers are told none'),
      }),
      latestPending: z.array(donationRow).describe('The newest fifty'),
      bins: z.array(summaryBin),
    }),
  }),
  confirmDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/confirm',
    summary: 'Confirm a pending donation and issue its reward code',
    access: 'volunteer',
    changes: ['codes', 'donations'],
    refuses: [
      'not_found',
      'already_confirmed',
      'already_rejected',
      'wrong_state',
      'email_taken',
      'not_allowed',
    ],
    body: z.object({
      id: donationId,
      acceptClaim: yesOrNo
        .optional()
        .describe('Notes what the donor claims, as seen in the fields below; for admins alone'),
      claimedName: claimSeen,
      claimedEmail: claimSeen,
      isClaimProven: yesOrNo.optional(),
    }),
    response: z.object({ ok, id: z.int(), discountCode: shownCode }),
  }),
  rejectDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/reject',
    summary: 'Reject a pending donation',
    access: 'volunteer',
    changes: ['donations'],
    refuses: ['not_found', 'already_confirmed', 'already_rejected'],
    body: z.object({ id: donationId, reason: optionalText(lengths.reason) }),
    response: z.object({ ok, id: z.int() }),
  }),
  reopenDonation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/reopen',
    summary: 'Make a rejected donation pending again',
    access: 'volunteer',
    changes: ['donations'],
    refuses: ['not_found', 'wrong_state'],
    body: z.object({
      id: donationId,
      reason: optionalText(lengths.reason).describe('May be left out by who rejected it, for 15 minutes'),
    }),
    response: z.object({ ok, id: z.int() }),
  }),
  confirmDonations: endpoint({
    method: 'POST',
    path: '/api/admin/donations/confirm-bulk',
    summary: 'Confirm those of the given donations that are still pending, in one transaction',
    access: 'volunteer',
    changes: ['codes', 'donations'],
    body: z.object({
      ids: z
        .array(rowId, { error: 'Please choose at least one donation' })
        .min(1, 'Please choose at least one donation')
        .max(MOST_AT_ONCE, `Please choose at most ${MOST_AT_ONCE} donations`),
    }),
    response: z.object({
      ok,
      confirmed: z.array(z.int()),
      skipped: z.array(
        z.object({ id: z.int(), reason: z.enum(['not_found', 'already_confirmed', 'already_rejected']) }),
      ),
    }),
  }),
  lastConfirmation: endpoint({
    method: 'GET',
    path: '/api/admin/donations/undo-last-confirmation',
    summary: 'What the console offers to take back: the last confirm action, where it is of today',
    access: 'volunteer',
    shows: ['codes', 'donations', 'participants', 'partners'],
    response: z.object({
      ok,
      confirmation: z
        .object({ id: z.int(), confirmedAt: instant, donations: z.array(confirmedTogether) })
        .nullable()
        .describe('Null where there is none of today'),
    }),
  }),
  undoLastConfirmation: endpoint({
    method: 'POST',
    path: '/api/admin/donations/undo-last-confirmation',
    summary: "Take back the calling admin's last confirm action, a bulk one whole",
    access: 'volunteer',
    changes: ['codes', 'donations'],
    refuses: ['nothing_to_undo', 'code_already_used'],
    body: z.object({
      confirmationId: rowId
        .nullish()
        .describe('Takes back this one of them, as the GET named it, and no other that came since'),
    }),
    response: z.object({ ok, undone: z.array(z.int()).describe('Donations that are pending again') }),
  }),
};
