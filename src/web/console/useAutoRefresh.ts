import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rememberedSwitch, useSwitch } from '#web/ui/rememberedSwitch.ts';

const PERIOD_MILLISECONDS = 30_000;

const autoRefresh = rememberedSwitch('reround.console.autoRefresh', true);

/** The console's auto-refresh: while it is on, whatever is on show is loaded again and again. */
export function useAutoRefresh(): [on: boolean, set: (on: boolean) => void] {
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
