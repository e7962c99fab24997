import { z } from 'zod';
import { donationRow } from '#features/donations/contract.ts';
import { participantMatch, participantRow } from '#features/donors/contract.ts';
import { isTypedName } from '#features/donors/rules.ts';
import { pickupRow } from '#features/pickups/contract.ts';
import { codeRow } from '#features/rewards/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { instant, ok, requiredText, rowIdParameter, weightBand } from '#shared/fields.ts';
import { languages } from '#shared/languages.ts';
import { lengths } from '#shared/lengths.ts';
import { redemptionKinds } from '#shared/redemptions.ts';

/** The most pending donations, decided donations and codes that the sheet of a participant shows. */
export const MOST_SHOWN = 50;

const donation = donationRow.pick({
  id: true,
  participantId: true,
  participantName: true,
  participantRemovedAt: true,
  claimedName: true,
  claimedEmail: true,
  isClaimProven: true,
  studentId: true,
  weight: true,
  actualWeight: true,
  date: true,
  dropSite: true,
  binLocation: true,
  photoUrl: true,
  alike: true,
  isConfirmed: true,
  rejectedAt: true,
});

const mailLanguage = z.enum(languages).describe('The language of mail to them');

/** The profile of a merged participant, as it was before the merge. */
const mergedProfile = z.object({
  displayName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  claimedName: z.string().nullable(),
  claimedEmail: z.string().nullable(),
  isClaimProven: z.boolean(),
  language: mailLanguage.nullish(),
});

export const exportedPerson = participantRow
  .pick({
    id: true,
    displayName: true,
    email: true,
    phone: true,
    claimedName: true,
    claimedEmail: true,
    isClaimProven: true,
    isShareOff: true,
  })
  .extend({
    createdAt: instant,
    totalDonations: z.int(),
    confirmedDonations: z.int(),
    lastDonationAt: instant.nullable(),
    keptBadges: z.int(),
    newsOff: z.array(z.string()).describe('The kinds of mail that the donor switched off'),
    language: mailLanguage.nullable(),
  });

export const exportedDonorId = z.object({
  studentId: z.string(),
  createdAt: instant,
  lastLoginAt: instant.nullable(),
});

export const exportedSession = z.object({
  studentId: z.string().nullable(),
  claimedName: z.string().nullable(),
  claimedEmail: z.string().nullable(),
  isEmailProven: z.boolean(),
  opensCodes: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
});

export const exportedTrustedBrowser = z.object({ createdAt: instant, expiresAt: instant });

export const exportedMerge = z.object({
  id: z.int(),
  fromId: z.int(),
  toId: z.int(),
  mergedAt: instant,
  undoneAt: instant.nullable(),
  source: mergedProfile,
});

export const exportedMail = z.object({
  id: z.int(),
  kind: z.string(),
  recipient: z.string(),
  language: mailLanguage,
  content: z.record(z.string(), z.unknown()).describe('The values in the mail, without a sign-in code'),
  status: z.string(),
  answer: z.string().nullable().describe('The last answer of the mail server'),
  endedAt: instant.nullable().describe('When it was sent or given up'),
  createdAt: instant,
});

export const exportedUndeliverable = z.object({ email: z.string(), answer: z.string(), since: instant });

export const exportedAddressNews = z.object({ email: z.string(), kind: z.string(), since: instant });

export const exportedSubscription = z.object({
  email: z.string(),
  firstName: z.string().nullable(),
  consentText: z.string().nullable(),
  source: z.string().nullable(),
  address: z.string().nullable(),
  confirmedAt: instant.nullable(),
  unsubscribedAt: instant.nullable(),
  language: mailLanguage,
  createdAt: instant,
});

export const exportedPickup = pickupRow
  .omit({ formerStatus: true })
  .extend({ closedAt: instant.nullable(), language: mailLanguage });

export const exportedBinReport = z.object({
  bin: z.string(),
  email: z.string().nullable(),
  reportedAt: instant,
  reportedBy: z.string().nullable(),
  notes: z.string().nullable(),
  language: mailLanguage,
});

export const exportedDonation = z.object({
  id: z.int(),
  studentId: z.string().nullable(),
  mark: z.string().nullable(),
  weight: weightBand,
  actualWeight: weightBand.nullable(),
  measuredKg: z.number().nullable(),
  weightDiscrepancy: z.boolean(),
  kilograms: z.number(),
  date: z.string(),
  binLocation: z.string().nullable(),
  dropSite: z.string().nullable(),
  notes: z.string().nullable(),
  photoUrl: z.string().nullable().describe('The full address of the photo. It opens without a sign-in'),
  photoUploadedAt: instant.nullable(),
  isConfirmed: z.boolean(),
  confirmedAt: instant.nullable(),
  rejectedAt: instant.nullable(),
  rejectionReason: z.string().nullable(),
  reopenedAt: instant.nullable(),
  reopeningReason: z.string().nullable(),
  createdAt: instant,
});

export const exportedCode = z.object({
  id: z.int(),
  code: z.string(),
  donationId: z.int().nullable(),
  useCount: z.int(),
  maxUses: z.int(),
  partnerId: z.int().nullable().describe('The only store that accepts it; null if every store does'),
  generatedAt: instant,
  expiresAt: instant,
  usedAt: instant.nullable(),
  givenBackAt: instant.nullable(),
  revokedAt: instant.nullable(),
  term: z.string(),
});

export const exportedRedemption = z.object({
  id: z.int(),
  code: z.string(),
  at: instant,
  kind: z.enum(redemptionKinds),
  reverses: z.int().nullable().describe('The ID of the use that this line gives back'),
  reason: z.string().nullable().describe('Why an admin gave the use back'),
  store: z.string(),
});

export const exportedAuditRow = z.object({
  id: z.int(),
  actorRole: z.string(),
  action: z.string(),
  entityType: z.string(),
  entityId: z.int().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable().describe('The network address, if the donor did it'),
  createdAt: instant,
});

const removalBody = z.object({
  reason: requiredText('Please say why', lengths.reason),
  name: requiredText('That is not the name of this person', lengths.name)
    .optional()
    .describe('The name of the person in the console. If it is given it must match'),
});

/** The body of a removal as the dialog requires it: with the name. */
export function typedRemoval(name: string) {
  return removalBody.extend({
    name: requiredText('Please type the name', lengths.name).refine(
      (typed) => isTypedName(typed, name),
      'That is not the name of this person',
    ),
  });
}

export const contract = {
  participantSheet: endpoint({
    method: 'GET',
    path: '/api/admin/participants/{id}',
    summary: 'One participant with donations, codes and merges',
    access: 'volunteer',
    shows: ['codes', 'donations', 'mail', 'participants', 'partners'],
    refuses: ['not_found'],
    params: z.object({ id: rowIdParameter }),
    response: z.object({
      ok,
      participant: participantMatch,
      isEmailMarked: z.boolean().describe('Whether a mail server refused mail to the noted email'),
      record: z.object({ qualifyingThisYear: z.int(), confirmedThisMonth: z.int() }),
      toDecide: z.array(donation).describe(`The oldest ${MOST_SHOWN} pending donations, oldest first`),
      decided: z.object({
        total: z.int(),
        items: z.array(donation).describe(`The latest ${MOST_SHOWN}, newest first`),
      }),
      codes: z.object({
        usable: z.int(),
        ended: z.int(),
        items: z.array(codeRow).describe(`At most ${MOST_SHOWN}: usable ones first, each kind newest first`),
      }),
      merges: z
        .array(
          z.object({
            id: z.int(),
            fromId: z.int(),
            fromName: z.string().nullable(),
            mergedBy: z.string(),
            mergedAt: instant,
          }),
        )
        .describe('Merges into this participant that can be undone, newest first; none for volunteers'),
    }),
  }),
  exportPerson: endpoint({
    method: 'GET',
    path: '/api/admin/participants/{id}/export',
    summary: 'Everything that is stored about one participant, as a file',
    access: 'admin',
    shows: [
      'audit',
      'bins',
      'codes',
      'donations',
      'mail',
      'newsletter',
      'participants',
      'partners',
      'pickups',
    ],
    refuses: ['not_found', 'wrong_state'],
    params: z.object({ id: rowIdParameter }),
    response: z.object({
      ok,
      madeAt: instant,
      participant: exportedPerson,
      donorIds: z.array(exportedDonorId),
      shareLinks: z.array(z.string()),
      sessions: z.array(exportedSession).describe('Sign-ins that have not ended yet'),
      trustedBrowsers: z.array(exportedTrustedBrowser).describe('Browsers that need no code to sign in'),
      merges: z.array(exportedMerge),
      addressNewsOff: z
        .array(exportedAddressNews)
        .describe('Kinds of mail about pickups and bins that were switched off for a noted email'),
      undeliverable: z
        .array(exportedUndeliverable)
        .describe('Noted emails that a mail server refused, with its answer'),
      newsletter: z.array(exportedSubscription).describe('Subscriptions of noted emails'),
      pickups: z
        .array(exportedPickup)
        .describe('Requests with a noted email, or without an email and with a noted phone number'),
      binReports: z
        .array(exportedBinReport)
        .describe('Reports with a noted email. The email is deleted once the bin is emptied'),
      donations: z.array(exportedDonation),
      codes: z.array(exportedCode),
      redemptions: z.array(exportedRedemption),
      mails: z
        .array(exportedMail)
        .describe('Mail to the person or to a noted email, as long as it is stored'),
      audit: z.array(exportedAuditRow),
    }),
    format: 'json',
  }),
  removalPreview: endpoint({
    method: 'GET',
    path: '/api/admin/participants/{id}/removal',
    summary: 'What a removal of a participant would erase, and what would stay',
    access: 'admin',
    shows: ['bins', 'codes', 'donations', 'newsletter', 'participants', 'pickups'],
    refuses: ['not_found', 'wrong_state'],
    params: z.object({ id: rowIdParameter }),
    response: z.object({
      ok,
      name: z.string().describe('The name to type before the removal'),
      goes: z.object({
        donorIds: z.array(z.string()),
        contacts: z
          .array(z.string())
          .describe('Noted and claimed names, emails and phone numbers, also of merged participants'),
        texts: z.int().describe('Donations with a note, a reason, or a place that is no bin'),
        photos: z.int(),
        codes: z.int().describe('Codes with uses left'),
        pickups: z.int(),
        openPickups: z.int().describe('How many of the pickups are neither completed nor cancelled'),
        newsletter: z.boolean(),
      }),
      stays: z.object({
        donations: z.int(),
        pending: z.int(),
        kilograms: z.number().describe('Kilograms of confirmed donations'),
        uses: z.int().describe('Uses of codes at stores'),
      }),
    }),
  }),
  removePerson: endpoint({
    method: 'POST',
    path: '/api/admin/participants/{id}/remove',
    summary: 'Erase everything that identifies a participant, for good. The totals stay',
    access: 'admin',
    changes: ['bins', 'codes', 'donations', 'mail', 'newsletter', 'participants', 'pickups'],
    refuses: ['not_found', 'wrong_state'],
    params: z.object({ id: rowIdParameter }),
    body: removalBody,
    response: z.object({ ok, participant: participantRow }),
  }),
};
