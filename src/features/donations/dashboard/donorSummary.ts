import type { contract } from './contract.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';

export type DonorSummary = EndpointResponse<typeof contract.donorSummary>;
