import type { AdminRole } from '#shared/roles.ts';

/** What lets somebody do everything: without anybody of whom it is true nobody could let others in. */
export function isStanding({ role, isActive }: { role: AdminRole; isActive: boolean }): boolean {
  return role === 'admin' && isActive;
}
