import { type ReactNode, useEffect, useRef } from 'react';
import { useAdminSummary } from '#features/donations/console/pendingDonations.ts';
import { type ConsoleTab, consoleTabs } from './consoleTabs.ts';
import { ConsoleBar } from './ConsoleBar.tsx';
import { ConsoleCommands } from './ConsoleCommands.tsx';
import { ConsoleOverlays } from './ConsoleOverlays.tsx';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { useConsole } from './useConsole.ts';
import { Link } from 'react-router';
import type { AdminSummary } from '#features/donations/console/decisions.ts';
import { findPlaceholders } from '#features/settings/placeholders.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { paths } from '#web/paths.ts';
import { TabLink, TabList } from '#web/ui/Tabs.tsx';
import { useMayCall } from './useMayCall.ts';

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

type ConsoleTabsProps = { current: ConsoleTab; summary: AdminSummary | undefined };

/** Links, not a tab list: every tab has an address of its own. */
function ConsoleTabs({ current, summary }: ConsoleTabsProps) {
  const shown = consoleTabs.filter(useMayCall());
  const { organization } = useSiteInfo();
  const hasPlaceholders = findPlaceholders(organization).length > 0;
  return (
    <TabList
      label="Console"
      ref={useInSight(shown.findIndex(({ tab }) => tab === current))}
      // Fades where it is cut off: else a row that ends between two tabs would look complete.
      className="bg-raised max-lg:mask-r-from-[calc(100%-1.75rem)] print:hidden [&>ul]:ps-4 [&>ul]:pe-7 sm:[&>ul]:ps-[26px]"
    >
      {shown.map(({ tab, label, count, countLabel, alert }) => (
        <TabLink
          key={tab}
          count={(summary && count?.(summary)) || undefined}
          countLabel={countLabel}
          alert={alert}
          dot={tab === 'settings' && hasPlaceholders ? 'still with placeholders' : undefined}
        >
          <Link to={paths.consoleTab(tab)} aria-current={tab === current ? 'page' : undefined}>
            {label}
          </Link>
        </TabLink>
      ))}
    </TabList>
  );
}

/** Scrolls the row of tabs, and nothing else, to the current one: on a phone few of them fit. */
function useInSight(index: number) {
  const row = useRef<HTMLElement>(null);

  useEffect(() => {
    const nav = row.current;
    const list = nav?.firstElementChild;
    if (!nav || !list) return undefined;
    // Called at once, and again when the counts arrive and push the tabs apart.
    const observer = new ResizeObserver(() => {
      const tab = list.children[index];
      if (!(tab instanceof HTMLElement)) return;
      const middle = tab.offsetLeft - nav.offsetLeft + tab.offsetWidth / 2;
      nav.scrollTo({ left: middle - nav.clientWidth / 2, behavior: 'instant' });
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [index]);

  return row;
}
