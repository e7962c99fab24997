import type { ReactNode } from 'react';
import { useAdminSummary } from '#features/donations/console/pendingDonations.ts';
import { consoleTabs, type ConsoleTab } from './consoleTabs.ts';
import { ConsoleBar } from './ConsoleBar.tsx';
import { ConsoleCommands } from './ConsoleCommands.tsx';
import { ConsoleOverlays } from './ConsoleOverlays.tsx';
import { ConsoleTabs } from './ConsoleTabs.tsx';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { useConsole } from './useConsole.ts';

/** The console's tabs: spruce bar, tabs, main. */
export function ConsoleLayout({ currentTab, children }: { currentTab: ConsoleTab; children: ReactNode }) {
  const state = useConsole();
  const { data: summary } = useAdminSummary();

  return (
    <div className="flex min-h-dvh flex-col bg-paper t-console print:block print:min-h-0 print:bg-transparent">
      <SkipLink />
      <ConsoleBar state={state} isLive={consoleTabs.find(({ tab }) => tab === currentTab)?.isLive} />
      <ConsoleTabs current={currentTab} summary={summary} />
      <main
        id="content"
        tabIndex={-1}
        className="flex flex-1 flex-col gap-[18px] px-3.5 pt-3.5 pb-8 sm:px-6 sm:pt-5 print:block print:p-0"
      >
        {children}
      </main>
      <ConsoleOverlays />
      <ConsoleCommands state={state} currentTab={currentTab} />
    </div>
  );
}
