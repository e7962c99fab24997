import { z } from 'zod';
import { donationRow } from '#features/donations/contract.ts';
import { participantMatch } from '#features/donors/contract.ts';
import { codeRow } from '#features/rewards/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { ok } from '#shared/fields.ts';
import { searchText } from '#shared/lists.ts';

/** A bin as it is found by its name or code. */
const foundBin = z.object({
  id: z.int(),
  name: z.string(),
  location: z.string(),
  binCode: z.string(),
  isActive: z.boolean(),
});

export const contract = {
  find: endpoint({
    method: 'GET',
    path: '/api/admin/find',
    summary:
      'What a text may mean, the best five of each: participants, reward codes, the donation of that number, bins',
    access: 'volunteer',
    shows: ['bins', 'codes', 'donations', 'participants', 'partners'],
    query: z.object({ q: searchText }),
    response: z.object({
      ok,
      participants: z.array(participantMatch),
      codes: z.array(codeRow).describe('Those with the text in them, with RR- or without, the newest first'),
      donations: z.array(donationRow),
      bins: z.array(foundBin),
    }),
  }),
};
