import { useQuery } from '@tanstack/react-query';
import { type AdminRole, opens } from '#shared/roles.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { currentAdmin } from '#web/guards.ts';

/** The role of whoever is signed in to the console; undefined until it is known. */
export function useRole(): AdminRole | undefined {
  const { data: me } = useQuery(currentAdmin);
  return me?.authenticated ? me.role : undefined;
}

/** Tells of an endpoint whether whoever is signed in may call it: what they may not is not on offer. */
export function useMayCall(): (endpoint: Pick<Endpoint, 'access'>) => boolean {
  const role = useRole();
  return (endpoint) => role !== undefined && opens(role, endpoint);
}
