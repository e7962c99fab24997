import { useQuery } from '@tanstack/react-query';
import { type AdminRole, mayCall } from '#shared/roles.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { currentAdminQuery } from '#web/guards.ts';

/** The role of the signed-in admin or volunteer; undefined until it is loaded. */
export function useRole(): AdminRole | undefined {
  const { data: me } = useQuery(currentAdminQuery);
  return me?.authenticated ? me.role : undefined;
}

/** Returns a function that says whether the signed-in admin or volunteer may call an endpoint. */
export function useMayCall(): (endpoint: Pick<Endpoint, 'access'>) => boolean {
  const role = useRole();
  return (endpoint) => role !== undefined && mayCall(role, endpoint);
}
