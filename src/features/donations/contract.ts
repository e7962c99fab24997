import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  instant,
  ok,
  rowIdParameter,
  weightBand,
  sentence,
  day,
  optionalText,
  studentId,
} from '#shared/fields.ts';
import { rewardTiers } from './rules.ts';
import { lengths } from '#shared/lengths.ts';
import { donorCode } from '#features/rewards/contract.ts';
import { languages } from '#shared/languages.ts';

const rewardTierName = z.enum(rewardTiers).nullable();

export const mark = z.string().describe('On the bag; unique among pending donations');

export const measuredKilograms = z
  .number()
  .nullable()
  .describe('Kilograms on the scale; null if it was not weighed');

/** A donation as the console reads it. */
export const donationRow = z
  .object({
    id: z.int(),
    studentId: z.string().nullable(),
    participantId: z.int().nullable().describe('Null: an unclaimed bag'),
    participantName: z.string().nullable(),
    participantRemovedAt: instant.nullable(),
    claimedName: z
      .string()
      .nullable()
      .describe('As the donor claimed it, while nobody has noted it; only for admins'),
    claimedEmail: z.string().nullable(),
    isClaimProven: z.boolean().describe('Whether a code mailed to the claimed email came back'),
    mark: mark.nullable(),
    weight: weightBand,
    actualWeight: weightBand.nullable(),
    measured_kg: measuredKilograms,
    weightDiscrepancy: z.boolean(),
    date: z.string(),
    binLocation: z.string().nullable(),
    dropSite: z.string().nullable(),
    notes: z.string().nullable(),
    photoUrl: z.string().nullable(),
    loggedBy: z.string(),
    createdAt: instant,
    alike: z
      .int()
      .describe(
        'How many others look like it: same donor, day, weight and place, logged within an hour of it, not rejected',
      ),
    isConfirmed: z.boolean(),
    confirmedBy: z.string().nullable(),
    confirmedAt: instant.nullable(),
    rejectedAt: instant.nullable(),
    rejectedBy: z.string().nullable(),
    rejectionReason: z.string().nullable(),
    reopenedAt: instant.nullable().describe('When it was last reopened after a rejection'),
    reopenedBy: z.string().nullable(),
    reopeningReason: z.string().nullable(),
  })
  .meta({ id: 'Donation' });

export type DonationRow = z.infer<typeof donationRow>;

export const logDonationBody = z.object({
  studentId,
  weight: weightBand,
  date: day,
  binLocation: optionalText(lengths.place),
  dropSite: optionalText(lengths.place),
});

export const recentDonation = z
  .object({
    id: z.int(),
    mark: mark.nullable(),
    date: z.string(),
    weight: weightBand,
    actualWeight: weightBand.nullable().describe('Null if it was not measured'),
    measured_kg: measuredKilograms,
    binLocation: z.string().nullable(),
    dropSite: z.string().nullable(),
    isConfirmed: z.boolean(),
    isRejected: z.boolean(),
    rejectionReason: z.string().nullable(),
  })
  .meta({ id: 'RecentDonation' });

export const ownDonation = recentDonation.extend({
  kilograms: z.number().describe('The weight that it counts for'),
  weightDiscrepancy: z.boolean(),
  createdAt: instant,
  confirmedAt: instant.nullable(),
  rejectedAt: instant.nullable(),
  reopenedAt: instant.nullable(),
});

export const ownCode = donorCode.extend({
  donationId: z.int().nullable(),
  generatedAt: instant,
  revokedAt: instant.nullable(),
  term: z.string(),
});

export const ownProfile = z.object({
  displayName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  newsOff: z.array(z.string()).describe('The kinds of mail that the donor has switched off'),
  language: z.enum(languages).nullable().describe('The language of mail to the donor'),
  createdAt: instant,
});

export const ownSession = z.object({
  claimedName: z.string().nullable(),
  claimedEmail: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
});

export const contract = {
  donationDetails: endpoint({
    method: 'GET',
    path: '/api/admin/donations/{id}',
    summary: 'One donation with all its details',
    access: 'volunteer',
    shows: ['donations', 'participants'],
    refuses: ['not_found'],
    params: z.object({ id: rowIdParameter }),
    response: z.object({
      ok,
      row: donationRow,
      alike: z.array(donationRow).describe('The latest five of those counted in `row.alike`'),
    }),
  }),
  logDonation: endpoint({
    method: 'POST',
    path: '/api/donations',
    summary: 'Log a donation by donor ID; it waits for an admin to confirm it',
    access: 'public',
    changes: ['donations'],
    status: 201,
    idempotent: true,
    refuses: ['enough_today'],
    limits: ['donation'],
    body: logDonationBody,
    response: z.object({
      ok,
      id: z.int(),
      mark,
      message: sentence,
      stats: z
        .object({
          totalDonations: z.int(),
          qualifyingDonations: z.int().describe('Confirmed qualifying donations this calendar year'),
          rewardTier: rewardTierName,
          nextGoal: sentence,
        })
        .describe('As for a new donor, unless the donor of this donation is signed in'),
      pendingConfirmation: z.literal(true),
      note: sentence,
      discountCode: z.null().describe('Codes come with the confirmation'),
      discountMessage: sentence,
    }),
  }),
  donorSummary: endpoint({
    method: 'GET',
    path: '/api/students/summary',
    summary: "The signed-in donor's dashboard",
    access: 'donor',
    shows: ['codes', 'donations', 'participants'],
    response: z.object({
      ok,
      studentId: z.string(),
      displayName: z.string().nullable(),
      totals: z.object({ all: z.int(), confirmed: z.int(), pending: z.int() }),
      codes: z.array(donorCode).describe('None while `opensCodes` is false'),
      opensCodes: z.boolean().describe('Whether it is proven who signed in, or the site sends no mail'),
      shareLink: z
        .object({ url: z.string().nullable().describe('Null while it is switched off') })
        .nullable()
        .describe('Null before the first donation, and while `opensCodes` is false'),
      recent: z.array(recentDonation).describe('The latest ten'),
      keptBadges: z
        .int()
        .describe('How many milestone badges stay earned although the site has raised the milestones'),
      rewardTier: rewardTierName,
      nextGoal: sentence,
      qualifyingDates: z.array(z.string()).describe('Days of the confirmed qualifying donations this year'),
      kilogramsThisMonth: z.number().describe("The donor's confirmed part of the community goal"),
      waiting: z
        .object({ kilogramsThisMonth: z.number(), qualifyingThisYear: z.int() })
        .describe('What pending donations will add once they are confirmed'),
    }),
  }),
  exportOwn: endpoint({
    method: 'GET',
    path: '/api/students/export',
    summary:
      'The data of the signed-in donor as a file; with email and phone only if a mailed code has proven who signed in',
    access: 'donor',
    shows: ['codes', 'donations', 'participants'],
    response: z.object({
      ok,
      madeAt: instant,
      note: sentence.describe('Which other data the site stores, and how to get them'),
      studentId: z.string(),
      displayName: z.string().nullable(),
      profile: ownProfile
        .extend({
          studentIds: z.array(z.string()),
          shareLink: z.string().nullable().describe('Null while it is switched off'),
        })
        .nullable()
        .describe('Null unless a mailed code has proven who signed in'),
      session: ownSession.describe('This sign-in, with the name and email typed at it'),
      keptBadges: z.int(),
      codes: z.array(ownCode).describe('Revoked ones too'),
      donations: z.array(ownDonation),
    }),
    format: 'json',
  }),
};
