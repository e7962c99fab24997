import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { NetworkError } from '#web/api/client.ts';
import { toast } from '#web/ui/toast.ts';
import { useLogout, useSessionWatch } from './session.ts';
import { rememberedSwitch, useSwitch } from '#web/ui/rememberedSwitch.ts';

/** What is open over the console: the command palette or the list of keyboard shortcuts. */
type ConsoleOverlay = 'commands' | 'shortcuts' | null;

export type ConsoleState = ReturnType<typeof useConsole>;

/** The state that every console screen shares. Leads to the login page when the session ends. */
export function useConsole() {
  useSessionWatch();
  const queryClient = useQueryClient();
  const [isAutoRefreshOn, setAutoRefreshOn] = useAutoRefresh();
  const refresh = useMutation({
    mutationFn: () => queryClient.invalidateQueries(),
    // Also runs if the calls have failed.
    onSuccess: () => {
      const shown = queryClient.getQueryCache().findAll({ type: 'active' });
      if (!shown.some(({ state }) => state.error instanceof NetworkError)) return;
      toast({
        kind: 'error',
        title: 'Network error',
        description: 'There is no connection just now. What you see is from before.',
      });
    },
  });
  const { isLoggingOut, logout } = useLogout();
  const [overlay, setOverlay] = useState<ConsoleOverlay>(null);
  return {
    isAutoRefreshOn,
    setAutoRefreshOn,
    isRefreshing: refresh.isPending,
    refresh: () => refresh.mutate(),
    isLoggingOut,
    logout,
    overlay,
    setOverlay,
  };
}

const AUTO_REFRESH_MILLISECONDS = 30_000;

const autoRefreshSwitch = rememberedSwitch('reround.console.autoRefresh', true);

/** Whether auto-refresh is on, and its setter. While it is on, everything on the screen is reloaded regularly. */
function useAutoRefresh(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const queryClient = useQueryClient();
  const [isOn, setOn] = useSwitch(autoRefreshSwitch);

  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      void queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false });
    }, AUTO_REFRESH_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isOn, queryClient]);

  return [isOn, setOn];
}
