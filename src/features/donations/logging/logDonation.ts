import type { z } from 'zod';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { address } from '#web/api/address.ts';
import type { contract } from './contract.ts';

type LogDonation = typeof contract.logDonation;

/** What is sent of a donation. */
export type LoggedBody = z.output<LogDonation['body']>;

export interface Logged {
  body: LoggedBody;
  answer: EndpointResponse<LogDonation>;
}

/** By its address: its schema comes late on `/log`, and elsewhere a queued donation needs none. */
export const logDonation = address<LogDonation>({
  method: 'POST',
  path: '/api/donations',
  access: 'public',
});
