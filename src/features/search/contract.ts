import { z } from 'zod';
import { donationRow } from '#features/donations/contract.ts';
import { participantMatch } from '#features/donors/contract.ts';
import { codeRow } from '#features/rewards/contract.ts';
import { endpoint } from '#shared/endpoint.ts';
import { ok } from '#shared/fields.ts';
import { searchText } from '#shared/lists.ts';

/** A bin that matches by its name, location or code. */
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
      'Search participants, reward codes and bins, at most five of each, and the donation with that number',
    access: 'volunteer',
    shows: ['bins', 'codes', 'donations', 'participants', 'partners'],
    query: z.object({ q: searchText }),
    response: z.object({
      ok,
      participants: z.array(participantMatch),
      codes: z.array(codeRow).describe('Codes that contain the text, with or without RR-, newest first'),
      donations: z.array(donationRow),
      bins: z.array(foundBin),
    }),
  }),
};
