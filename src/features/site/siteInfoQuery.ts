import { queryOptions } from '@tanstack/react-query';
import { learnOffsets } from '#shared/utcOffsets.ts';
import { address } from '#web/api/address.ts';
import { call } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import type { contract } from './contract.ts';

const siteInfo = address<typeof contract.siteInfo>({
  method: 'GET',
  path: '/api/public/site',
  access: 'public',
});

/**
 * The site info. Whoever shows times takes the time zone from it, and so shows them anew once it has come:
 * by then they go by the server's clocks.
 */
export const siteInfoQuery = queryOptions({
  ...endpointQuery(siteInfo, {}),
  queryFn: async ({ signal }) => {
    const info = await call(siteInfo, {}, { signal });
    learnOffsets(info.timeZone, info.utcOffsets);
    return info;
  },
});
