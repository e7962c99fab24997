import { z } from 'zod';
import { donationRow } from '#features/donations/contract.ts';
import { participantMatch } from '#features/participants/contract.ts';
import { doubleReasons } from '#features/participants/rules.ts';
import { codeRow } from '#features/rewards/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { ok, rowIdParameter } from '#shared/fields.ts';

/** How many of a participant's donations or codes a sheet shows at most; the lists have the rest. */
export const MOST_SHOWN = 50;

const donation = donationRow.pick({
  id: true,
  participantId: true,
  participantName: true,
  studentId: true,
  weight: true,
  actualWeight: true,
  date: true,
  dropSite: true,
  binLocation: true,
  photoUrl: true,
  isConfirmed: true,
  rejectedAt: true,
});

export const contract = {
  participantSheet: endpoint({
    method: 'GET',
    path: '/api/admin/participants/{id}',
    summary: 'One participant with all that the console decides about them',
    access: 'volunteer',
    shows: ['codes', 'donations', 'participants', 'partners'],
    params: z.object({ id: rowIdParameter }),
    response: z.object({
      ok,
      participant: participantMatch,
      record: z.object({ qualifyingThisYear: z.int(), confirmedThisMonth: z.int() }),
      toDecide: z.array(donation).describe(`Pending donations, the oldest ${MOST_SHOWN} first`),
      decided: z.object({
        total: z.int(),
        items: z.array(donation).describe(`The latest ${MOST_SHOWN}, newest first`),
      }),
      codes: z.object({
        usable: z.int(),
        ended: z.int(),
        items: z
          .array(codeRow)
          .describe(`The usable ones first, ${MOST_SHOWN} at most, each kind newest first`),
      }),
      double: z
        .object({ participant: participantMatch, because: z.enum(doubleReasons) })
        .nullable()
        .describe('Somebody who may be the same person, the likeliest'),
    }),
  }),
};
