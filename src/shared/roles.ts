import type { Endpoint } from './endpoint.ts';

/** Roles of the console's users. */
export const adminRoles = ['admin', 'volunteer'] as const;

export type AdminRole = (typeof adminRoles)[number];

/** Whether an endpoint needs a sign-in to the console. */
export function isForConsole({ access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'volunteer' || access === 'admin';
}

/** Whether a role may call an endpoint of the console. The server and the screens both ask this. */
export function mayCall(role: AdminRole, { access }: Pick<Endpoint, 'access'>): boolean {
  return access !== 'admin' || role === 'admin';
}
