import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { contract as auth } from '#features/staff/contract.ts';
import { endpointKey } from '#web/api/queries.ts';
import { ApiError } from '#web/api/client.ts';
import { errorToast, hasSessionEnded } from '#web/api/errors.ts';
import { callChanging, forgetCsrfToken } from '#web/api/callChanging.ts';
import { paths } from '#web/paths.ts';
import { doorToHere } from '#web/returnAddress.ts';

/** What the login page is told by the screen that leads there. */
export interface AdminLoginState {
  /** It was not the admin who ended the session. */
  sessionEnded?: boolean;
}

/**
 * Leads to the login page, and from there back here, as soon as any call, a load or a change, finds that the session is over;
 * or to where a password is changed or a second factor set up.
 */
export function useSessionWatch(): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    function leaveAfter(error: unknown) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'password_change_required') {
        void navigate(doorToHere(paths.consolePassword), { replace: true });
      }
      if (code === 'second_factor_setup_required') {
        void navigate(doorToHere(paths.consoleAccount), { replace: true });
      }
      // Somebody else changed the role meanwhile.
      if (code === 'not_allowed') {
        void queryClient.invalidateQueries({ queryKey: endpointKey(auth.adminMe) });
      }
      if (!hasSessionEnded(error)) return;
      forgetCsrfToken();
      forgetSession();
      const state: AdminLoginState = { sessionEnded: true };
      void navigate(doorToHere(paths.adminLogin), { replace: true, state });
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
  // Until the new page is there, too.
  return { loggingOut: mutation.isPending || mutation.isSuccess, logout: () => mutation.mutate() };
}

/** By loading the page anew, so that nothing of what the admin saw stays in the browser's memory. */
function leave() {
  forgetSession();
  window.location.assign(paths.adminLogin);
}

const PREFIX = 'reround.session.';

/** Keeps something of an admin's work through a reload of this tab, until the session ends. */
export function writeSessionItem(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full; a reload then loses it.
  }
}

/** What was kept under a name, in whatever shape; null where nothing was. */
export function readSessionItem(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Leaves nothing of what an admin saw to whoever uses the browser next. */
function forgetSession(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
