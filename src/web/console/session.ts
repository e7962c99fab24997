import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { contract as auth } from '#features/staff/contract.ts';
import { endpointKey } from '#web/api/queries.ts';
import { ApiError } from '#web/api/client.ts';
import { errorToast, hasSessionEnded } from '#web/api/errors.ts';
import { callChanging, forgetCsrfToken } from '#web/api/callChanging.ts';
import { paths } from '#web/paths.ts';
import { withReturnHere } from '#web/returnAddress.ts';

/** The router state of the login page. */
export interface AdminLoginState {
  /** The session ended without a logout. */
  sessionEnded?: boolean;
}

/**
 * Reacts when any call is refused. Leads to the login page if the session is over, and to the page for the password or the
 * second factor if one must be set first. Each of these pages leads back here.
 */
export function useSessionWatch(): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    function handleError(error: unknown) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'password_change_required') {
        void navigate(withReturnHere(paths.consolePassword), { replace: true });
      }
      if (code === 'second_factor_setup_required') {
        void navigate(withReturnHere(paths.consoleAccount), { replace: true });
      }
      // Somebody else has changed this admin's role.
      if (code === 'not_allowed') {
        void queryClient.invalidateQueries({ queryKey: endpointKey(auth.adminMe) });
      }
      if (!hasSessionEnded(error)) return;
      forgetCsrfToken();
      removeSessionItems();
      const state: AdminLoginState = { sessionEnded: true };
      void navigate(withReturnHere(paths.adminLogin), { replace: true, state });
    }
    const unsubscribeFromQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') handleError(event.action.error);
    });
    const unsubscribeFromMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') handleError(event.action.error);
    });
    return () => {
      unsubscribeFromQueries();
      unsubscribeFromMutations();
    };
  }, [queryClient, navigate]);
}

/** Ends an admin's session and leaves for the login page. */
export function useLogout(): { isLoggingOut: boolean; logout: () => void } {
  const mutation = useMutation({
    mutationFn: () => callChanging(auth.adminLogout, {}),
    onSuccess: leaveForLogin,
    onError: (error) => errorToast(error, 'Failed to log out.'),
  });
  // The login page is still loading after a success.
  return { isLoggingOut: mutation.isPending || mutation.isSuccess, logout: () => mutation.mutate() };
}

/** Loads the login page in full, so that no data stays in the browser's memory. */
function leaveForLogin() {
  removeSessionItems();
  window.location.assign(paths.adminLogin);
}

const PREFIX = 'reround.session.';

/** Stores a part of an admin's work in this tab until the session ends. It survives a reload. */
export function writeSessionItem(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full. A reload then loses the value.
  }
}

/** The value stored under a name, unchecked; null if there is none. */
export function readSessionItem(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Removes an admin's stored work, so that the next user of the browser does not see it. */
function removeSessionItems(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}
