import { redirect } from 'react-router';
import { studentMe } from '#features/donors/studentMeAddress.ts';
import type { contract as staff } from '#features/staff/contract.ts';
import { cachedAddress } from '#web/api/address.ts';
import { endpointQuery, queryClient } from '#web/api/queries.ts';
import { paths } from './paths.ts';
import { doorTo, returnAddress } from './returnAddress.ts';

const adminMe = cachedAddress<typeof staff.adminMe>({
  method: 'GET',
  path: '/api/admin/me',
  access: 'public',
  shows: ['admins', 'settings'],
});

const SECOND_LOOK_MILLISECONDS = 200;

/** How to ask who is signed in to the console: once more where no answer comes. */
export const currentAdmin = {
  ...endpointQuery(adminMe, {}),
  retry: 1,
  retryDelay: SECOND_LOOK_MILLISECONDS,
};

/** The same, anew each time. */
export const adminSession = { ...currentAdmin, staleTime: 0 };

/** Lets a signed-in donor through and sends anyone else to sign in. */
export async function requireDonor({ pathname, search }: URL): Promise<Response | null> {
  const donor = await queryClient.fetchQuery({ ...endpointQuery(studentMe, {}), staleTime: 0 });
  return donor.authenticated ? null : redirect(doorTo(paths.donorLogin, pathname + search));
}

/** Lets a signed-in admin through, once all is done that the site asks of them first. */
export async function requireAdmin({ pathname, search }: URL): Promise<Response | null> {
  const admin = await signedInAdmin();
  if (!admin) return redirect(doorTo(paths.adminLogin, pathname + search));
  if (admin.mustChangePassword) return redirect(doorTo(paths.consolePassword, pathname + search));
  return admin.mustSetUpSecondFactor ? redirect(doorTo(paths.consoleAccount, pathname + search)) : null;
}

/** Lets a signed-in admin through to their second factor, once a password that was made up for them is changed. */
export async function requireAdminOfAnyFactor({ pathname, search }: URL): Promise<Response | null> {
  const admin = await signedInAdmin();
  if (!admin) return redirect(doorTo(paths.adminLogin, pathname + search));
  return admin.mustChangePassword ? redirect(doorTo(paths.consolePassword, pathname + search)) : null;
}

/** Lets a signed-in admin through to change their password. */
export async function requireAdminOfAnyPassword({ pathname, search }: URL): Promise<Response | null> {
  const admin = await signedInAdmin();
  return admin ? null : redirect(doorTo(paths.adminLogin, pathname + search));
}

/** Lets through whoever may log in, and leads an admin who has on to where the login page would. */
export async function requireNoAdmin({ searchParams }: URL): Promise<Response | null> {
  // Who cannot be asked about may still try to log in.
  const me = await queryClient.fetchQuery(adminSession).catch(() => null);
  return me?.authenticated ? redirect(returnAddress(paths.adminLogin, searchParams)) : null;
}

/** Who is signed in to the console. A session just made may not be readable yet, so it looks twice (spec section 9). */
export async function signedInAdmin() {
  const look = async () => {
    const me = await queryClient.fetchQuery(adminSession);
    return me.authenticated ? me : null;
  };
  const admin = await look();
  if (admin) return admin;
  await new Promise((resolve) => setTimeout(resolve, SECOND_LOOK_MILLISECONDS));
  return await look();
}
