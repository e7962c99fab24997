import type { Endpoint } from './endpoint.ts';

/** What somebody who uses the console may be. */
export const adminRoles = ['admin', 'volunteer'] as const;

export type AdminRole = (typeof adminRoles)[number];

/** Whether only those who are signed in to the console may call, whatever their role. */
export function isForConsole({ access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'volunteer' || access === 'admin';
}

/** Whether a role opens an endpoint of the console. The server refuses what it does not, and no screen offers it. */
export function opens(role: AdminRole, { access }: Pick<Endpoint, 'access'>): boolean {
  return access !== 'admin' || role === 'admin';
}
