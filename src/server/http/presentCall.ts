import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './addresses.ts';

/** Where a call comes from, and by which number its line in the process's log is found. */
interface CallOrigin {
  address: string | null;
  requestId: string;
}

const origins = new AsyncLocalStorage<CallOrigin>();

/** Does what a call asks for. All that it awaits knows of which call it is. */
export function duringCall<Result>({ ip, id }: FastifyRequest, work: () => Result): Result {
  return origins.run({ address: clientAddress(ip), requestId: id }, work);
}

/** The call that is answered here; nothing of it outside of any, as in a command. */
export function presentCall(): CallOrigin | { address: null; requestId: null } {
  return origins.getStore() ?? { address: null, requestId: null };
}
