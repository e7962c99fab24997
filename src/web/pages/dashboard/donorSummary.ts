import type { contract } from '#features/donations/contract.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';

export type DonorSummary = EndpointResponse<typeof contract.donorSummary>;
