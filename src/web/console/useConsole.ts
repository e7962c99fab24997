import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { NetworkError } from '#web/api/client.ts';
import { toast } from '#web/ui/toast.ts';
import { useLogout, useSessionWatch } from './session.ts';
import { rememberedSwitch, useSwitch } from '#web/ui/rememberedSwitch.ts';

/** What is open over the console: the palette of commands or the help on keys. */
type ConsoleOverlay = 'commands' | 'shortcuts' | null;

export type ConsoleState = ReturnType<typeof useConsole>;

/** The state that every console screen shares. When the session ends it leads to the login page. */
export function useConsole() {
  useSessionWatch();
  const queryClient = useQueryClient();
  const [autoRefresh, setAutoRefresh] = useAutoRefresh();
  const refresh = useMutation({
    mutationFn: () => queryClient.invalidateQueries(),
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
  const { loggingOut, logout } = useLogout();
  const [overlay, setOverlay] = useState<ConsoleOverlay>(null);
  return {
    autoRefresh,
    setAutoRefresh,
    refreshing: refresh.isPending,
    refresh: () => refresh.mutate(),
    loggingOut,
    logout,
    overlay,
    setOverlay,
  };
}

const PERIOD_MILLISECONDS = 30_000;

const autoRefresh = rememberedSwitch('reround.console.autoRefresh', true);

/** The console's auto-refresh: while it is on, everything on the screen is reloaded regularly. */
function useAutoRefresh(): [on: boolean, set: (on: boolean) => void] {
  const queryClient = useQueryClient();
  const [on, set] = useSwitch(autoRefresh);

  useEffect(() => {
    if (!on) return undefined;
    const timer = setInterval(() => {
      if (document.hidden) return;
      void queryClient.refetchQueries({ type: 'active' }, { cancelRefetch: false });
    }, PERIOD_MILLISECONDS);
    return () => clearInterval(timer);
  }, [on, queryClient]);

  return [on, set];
}
