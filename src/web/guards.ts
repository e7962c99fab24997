import type { QueryClient } from '@tanstack/react-query';
import { redirect } from 'react-router';
import { contract as auth } from '#features/auth/contract.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { paths } from './paths.ts';

const SECOND_LOOK_MILLISECONDS = 200;

/** Lets a signed-in donor through and sends anyone else to sign in. */
export async function requireDonor(queryClient: QueryClient): Promise<Response | null> {
  const donor = await queryClient.fetchQuery({ ...endpointQuery(auth.studentMe, {}), staleTime: 0 });
  return donor.authenticated ? null : redirect(paths.donorLogin);
}

/** Lets a signed-in admin through. A session just made may not be readable yet, so it looks twice (spec section 9). */
export async function requireAdmin(queryClient: QueryClient): Promise<Response | null> {
  return (await isAdmin(queryClient)) ? null : redirect(paths.adminLogin);
}

export async function isAdmin(queryClient: QueryClient): Promise<boolean> {
  const look = () => queryClient.fetchQuery({ ...endpointQuery(auth.adminMe, {}), staleTime: 0 });
  if ((await look()).authenticated) return true;
  await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK_MILLISECONDS));
  return (await look()).authenticated;
}
