import { redirect } from 'react-router';
import { studentMe } from '#features/donors/studentMeAddress.ts';
import type { contract as staff } from '#features/staff/contract.ts';
import { cachedLightEndpoint } from '#web/api/lightEndpoint.ts';
import { endpointQuery, queryClient } from '#web/api/queries.ts';
import { paths } from './paths.ts';
import { withReturnTo, returnAddress } from './returnAddress.ts';

const adminMe = cachedLightEndpoint<typeof staff.adminMe>({
  method: 'GET',
  path: '/api/admin/me',
  access: 'public',
  shows: ['admins', 'settings'],
});

const SECOND_TRY_MILLISECONDS = 200;

/** The query for who is signed in to the console. It is repeated once if it fails. */
export const currentAdminQuery = {
  ...endpointQuery(adminMe, {}),
  retry: 1,
  retryDelay: SECOND_TRY_MILLISECONDS,
};

/** `currentAdminQuery`, but never answered from the cache. */
export const freshAdminQuery = { ...currentAdminQuery, staleTime: 0 };

/** Lets a signed-in donor through and sends anyone else to sign in. */
export async function requireDonor({ pathname, search }: URL): Promise<Response | null> {
  const donor = await queryClient.fetchQuery({ ...endpointQuery(studentMe, {}), staleTime: 0 });
  return donor.authenticated ? null : redirect(withReturnTo(paths.donorLogin, pathname + search));
}

/** Lets a signed-in admin through, unless the password must be changed or a second factor set up first. */
export async function requireAdmin({ pathname, search }: URL): Promise<Response | null> {
  const admin = await fetchSignedInAdmin();
  if (!admin) return redirect(withReturnTo(paths.adminLogin, pathname + search));
  if (admin.mustChangePassword) return redirect(withReturnTo(paths.consolePassword, pathname + search));
  return admin.mustSetUpSecondFactor ? redirect(withReturnTo(paths.consoleAccount, pathname + search)) : null;
}

/** Lets a signed-in admin through, also without a second factor, unless the password must be changed first. */
export async function requireAdminWithOwnPassword({ pathname, search }: URL): Promise<Response | null> {
  const admin = await fetchSignedInAdmin();
  if (!admin) return redirect(withReturnTo(paths.adminLogin, pathname + search));
  return admin.mustChangePassword ? redirect(withReturnTo(paths.consolePassword, pathname + search)) : null;
}

/** Lets every signed-in admin through, also one who must still change the password. */
export async function requireSignedInAdmin({ pathname, search }: URL): Promise<Response | null> {
  const admin = await fetchSignedInAdmin();
  return admin ? null : redirect(withReturnTo(paths.adminLogin, pathname + search));
}

/** Shows the login page, but sends a signed-in admin to the page that it leads back to. */
export async function requireNoAdmin({ searchParams }: URL): Promise<Response | null> {
  // Without an answer the login page is shown.
  const me = await queryClient.fetchQuery(freshAdminQuery).catch(() => null);
  return me?.authenticated ? redirect(returnAddress(paths.adminLogin, searchParams)) : null;
}

/** Loads the signed-in admin, or null after two tries, because the server may not see a new session at once. */
export async function fetchSignedInAdmin() {
  const admin = await queryClient.fetchQuery(freshAdminQuery);
  if (admin.authenticated) return admin;
  await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MILLISECONDS));
  const adminOnRetry = await queryClient.fetchQuery(freshAdminQuery);
  return adminOnRetry.authenticated ? adminOnRetry : null;
}
