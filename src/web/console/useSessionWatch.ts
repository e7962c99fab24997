import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { hasSessionEnded, needsPasswordChange } from '#web/api/client.ts';
import { forgetCsrfToken } from '#web/api/callChanging.ts';
import { addressShown, doorTo } from './returnAddress.ts';
import { forgetSession } from './sessionKeeping.ts';
import { paths } from '#web/paths.ts';

/** What the login page is told by the screen that leads there. */
export interface AdminLoginState {
  /** It was not the admin who ended the session. */
  sessionEnded?: boolean;
}

/**
 * Leads to the login page, and from there back here, as soon as any call, a load or a change, finds that the session is over;
 * or to where a password is changed.
 */
export function useSessionWatch(): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    function leaveAfter(error: unknown) {
      if (needsPasswordChange(error)) {
        void navigate(doorTo(paths.consolePassword, addressShown()), { replace: true });
      }
      if (!hasSessionEnded(error)) return;
      forgetCsrfToken();
      forgetSession();
      const state: AdminLoginState = { sessionEnded: true };
      void navigate(doorTo(paths.adminLogin, addressShown()), { replace: true, state });
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
