import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { contract as auth } from '#features/staff/contract.ts';
import { endpointKey } from '#web/api/queries.ts';
import {
  hasSessionEnded,
  isNotAllowed,
  needsPasswordChange,
  needsSecondFactor,
} from '#web/api/sessionErrors.ts';
import { forgetCsrfToken } from '#web/api/callChanging.ts';
import { forgetSession } from './sessionKeeping.ts';
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
      if (needsPasswordChange(error)) {
        void navigate(doorToHere(paths.consolePassword), { replace: true });
      }
      // Somebody else changed the role meanwhile.
      if (isNotAllowed(error)) void queryClient.invalidateQueries({ queryKey: endpointKey(auth.adminMe) });
      if (needsSecondFactor(error)) {
        void navigate(doorToHere(paths.consoleAccount), { replace: true });
      }
      if (!hasSessionEnded(error)) return;
      forgetCsrfToken();
      forgetSession();
      const state: AdminLoginState = { sessionEnded: true };
      void navigate(doorToHere(paths.adminLogin), { replace: true, state });
    }
    const stopWatching = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') leaveAfter(event.action.error);
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') leaveAfter(event.action.error);
      }),
    ];
    return () => {
      for (const stop of stopWatching) stop();
    };
  }, [queryClient, navigate]);
}
