import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useAdminSummary } from '#features/donations/useAdminSummary.ts';
import type { ConsoleTab } from '#web/paths.ts';
import { ConsoleBar } from './ConsoleBar.tsx';
import { ConsoleCommands, type ConsoleOverlay } from './ConsoleCommands.tsx';
import { ConsoleTabs, type ConsoleTabEntry } from './ConsoleTabs.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useAutoRefresh } from './useAutoRefresh.ts';
import { useLogout } from './useLogout.ts';
import { useSessionWatch } from './useSessionWatch.ts';

type ConsoleLayoutProps = {
  tabs: readonly ConsoleTabEntry[];
  currentTab: ConsoleTab;
  children: ReactNode;
};

/** Every screen for admins: spruce bar, tabs, main. It leaves for the login page when the session ends. */
export function ConsoleLayout({ tabs, currentTab, children }: ConsoleLayoutProps) {
  useSessionWatch();
  const queryClient = useQueryClient();
  const [autoRefresh, setAutoRefresh] = useAutoRefresh();
  const { data: summary } = useAdminSummary();
  const refresh = useMutation({ mutationFn: () => queryClient.invalidateQueries() });
  const { loggingOut, logout } = useLogout();
  const [overlay, setOverlay] = useState<ConsoleOverlay>(null);

  return (
    <div className="flex min-h-dvh flex-col bg-paper t-console">
      <SkipLink />
      <ConsoleBar
        autoRefresh={autoRefresh}
        onAutoRefreshChange={setAutoRefresh}
        refreshing={refresh.isPending}
        onRefresh={() => refresh.mutate()}
        loggingOut={loggingOut}
        onLogout={logout}
        onOverlay={setOverlay}
      />
      <ConsoleTabs tabs={tabs} current={currentTab} summary={summary} />
      <main
        id="content"
        tabIndex={-1}
        className="flex flex-1 flex-col gap-[18px] px-3.5 pt-3.5 pb-8 sm:px-6 sm:pt-5"
      >
        {children}
      </main>
      <ConsoleCommands
        tabs={tabs}
        currentTab={currentTab}
        overlay={overlay}
        onOverlayChange={setOverlay}
        autoRefresh={autoRefresh}
        onAutoRefreshChange={setAutoRefresh}
        onRefresh={() => refresh.mutate()}
        onLogout={logout}
      />
    </div>
  );
}
