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
 * Leads to the login page as soon as any call finds that the session is over, or to where the password is changed or the
 * second factor set up. Each leads back here.
 */
export function useSessionWatch(): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    function leaveAfter(error: unknown) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'password_change_required') {
        void navigate(withReturnHere(paths.consolePassword), { replace: true });
      }
      if (code === 'second_factor_setup_required') {
        void navigate(withReturnHere(paths.consoleAccount), { replace: true });
      }
      // Somebody else changed the role meanwhile.
      if (code === 'not_allowed') {
        void queryClient.invalidateQueries({ queryKey: endpointKey(auth.adminMe) });
      }
      if (!hasSessionEnded(error)) return;
      forgetCsrfToken();
      forgetSession();
      const state: AdminLoginState = { sessionEnded: true };
      void navigate(withReturnHere(paths.adminLogin), { replace: true, state });
    }
    const unwatchQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') leaveAfter(event.action.error);
    });
    const unwatchMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') leaveAfter(event.action.error);
    });
    return () => {
      unwatchQueries();
      unwatchMutations();
    };
  }, [queryClient, navigate]);
}

/** Ends an admin's session and leaves for the login page. */
export function useLogout(): { loggingOut: boolean; logout: () => void } {
  const mutation = useMutation({
    mutationFn: () => callChanging(auth.adminLogout, {}),
    onSuccess: leave,
    onError: (error) => errorToast(error, 'Failed to log out.'),
  });
  // Pending until the new page is loaded.
  return { loggingOut: mutation.isPending || mutation.isSuccess, logout: () => mutation.mutate() };
}

/** By a full page load, so that no data stays in the browser's memory. */
function leave() {
  forgetSession();
  window.location.assign(paths.adminLogin);
}

const PREFIX = 'reround.session.';

/** Stores something of an admin's work in this tab until the session ends. It survives a reload. */
export function writeSessionItem(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full; a reload then loses it.
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

/** Removes an admin's data for the next user of the browser. */
function forgetSession(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // If storage is forbidden, nothing was stored.
  }
}
