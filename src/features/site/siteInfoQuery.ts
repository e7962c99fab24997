import { queryOptions } from '@tanstack/react-query';
import { learnOffsets } from '#shared/utcOffsets.ts';
import { callUnhurried, endpointQuery } from '#web/api/queries.ts';
import { siteInfo } from './siteInfoAddress.ts';

/**
 * The site info. Whoever shows times takes the time zone from it, and so shows them anew once it has come:
 * by then they go by the server's clocks.
 */
export const siteInfoQuery = queryOptions({
  ...endpointQuery(siteInfo, {}),
  queryFn: async ({ signal }) => {
    const info = await callUnhurried(siteInfo, {}, signal);
    learnOffsets(info.timeZone, info.utcOffsets);
    return info;
  },
});
