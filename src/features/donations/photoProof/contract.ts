import { z } from 'zod';
import { donationRow, measuredWeight, photoUrl } from '#features/donations/contract.ts';
import { ADMIN_CONSOLE_PATH } from '#shared/screens.ts';
import { endpoint } from '#shared/endpoint.ts';
import { choice, ok, rowIdParameter } from '#shared/fields.ts';
import { paging, searchText } from '#shared/lists.ts';

export const photoProofBody = z.object({ photoUrl, actualWeight: measuredWeight });

export const photoFilters = ['all', 'without', 'with'] as const;

export const contract = {
  photoDonations: endpoint({
    method: 'GET',
    path: `${ADMIN_CONSOLE_PATH}/donations`,
    summary: 'Confirmed donations for the photo page, newest first; how many there are in X-Total-Count',
    access: 'volunteer',
    shows: ['donations', 'participants'],
    query: z.object({
      q: searchText.describe('Part of the donor ID, the donor’s name or the notes'),
      photo: choice(photoFilters).default('all'),
      limit: paging.limit.unwrap().default(200),
      offset: paging.offset,
    }),
    response: z.array(donationRow),
    headers: {
      'X-Total-Count': z.int().min(0).describe('How many there are in all.'),
    },
  }),
  attachPhoto: endpoint({
    method: 'POST',
    path: `${ADMIN_CONSOLE_PATH}/donations/{id}/photo`,
    summary: 'Attach a photo proof and the measured weight',
    access: 'volunteer',
    changes: ['donations'],
    refuses: ['not_found', 'wrong_state'],
    params: z.object({ id: rowIdParameter }),
    body: photoProofBody,
    response: z.object({ ok, donation: donationRow }),
  }),
};
