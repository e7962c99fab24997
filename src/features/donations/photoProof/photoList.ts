import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EndpointArguments } from '#shared/endpoint.ts';
import { request } from '#web/api/client.ts';
import { endpointKey } from '#web/api/queries.ts';
import { contract } from './contract.ts';

type Query = NonNullable<EndpointArguments<typeof contract.photoDonations>['query']>;

/** One page of the photo page's list. Its endpoint answers a bare array, with the full count in a header. */
export function photoListQuery(query: Query & { limit: number; offset: number }) {
  return queryOptions({
    queryKey: endpointKey(contract.photoDonations, { query }),
    queryFn: async ({ signal }) => {
      const { body, headers } = await request(contract.photoDonations, { query }, { signal });
      const total = Number(headers.get('x-total-count') ?? body.length);
      return { items: body, total, limit: query.limit, offset: query.offset };
    },
    networkMode: 'always',
    placeholderData: keepPreviousData,
  });
}
