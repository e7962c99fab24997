import { type ReactNode, useEffect, useRef } from 'react';
import { useAdminSummary } from '#features/donations/console/pendingDonations.ts';
import { type ConsoleTab, consoleTabs } from './consoleTabs.ts';
import { ConsoleBar } from './ConsoleBar.tsx';
import { ConsoleCommands } from './ConsoleCommands.tsx';
import { DonationOverlay } from './DonationOverlay.tsx';
import { SkipLink } from '#web/layouts/SkipLink.tsx';
import { useConsole } from './useConsole.ts';
import { Link } from 'react-router';
import type { AdminSummary } from '#features/donations/console/decisions.ts';
import { findPlaceholders } from '#features/settings/placeholders.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { paths } from '#web/paths.ts';
import { TabLink, TabList } from '#web/ui/Tabs.tsx';
import { useMayCall } from './useMayCall.ts';

/** The layout of a console tab: spruce bar, tabs, main. */
export function ConsoleLayout({ currentTab, children }: { currentTab: ConsoleTab; children: ReactNode }) {
  const state = useConsole();
  const { data: summary } = useAdminSummary();

  return (
    <div className="flex min-h-dvh flex-col bg-paper t-console print:block print:min-h-0 print:bg-transparent">
      <SkipLink />
      <ConsoleBar state={state} hasRefresh={consoleTabs.find(({ tab }) => tab === currentTab)?.hasRefresh} />
      <ConsoleTabs current={currentTab} summary={summary} />
      <main
        id="content"
        tabIndex={-1}
        className="flex flex-1 flex-col gap-[18px] px-3.5 pt-3.5 pb-8 sm:px-6 sm:pt-5 print:block print:p-0"
      >
        {children}
      </main>
      <DonationOverlay />
      <ConsoleCommands state={state} currentTab={currentTab} />
    </div>
  );
}

type ConsoleTabsProps = { current: ConsoleTab; summary: AdminSummary | undefined };

/** The tabs are links and not an ARIA tab list, because each has its own address. */
function ConsoleTabs({ current, summary }: ConsoleTabsProps) {
  const visibleTabs = consoleTabs.filter(useMayCall());
  const { organization } = useSiteInfo();
  const hasPlaceholders = findPlaceholders(organization).length > 0;
  return (
    <TabList
      label="Console"
      ref={useScrollToTab(visibleTabs.findIndex(({ tab }) => tab === current))}
      // Fades at its end, because a row that is cut off between two tabs would look complete.
      className="bg-raised max-lg:mask-r-from-[calc(100%-1.75rem)] print:hidden [&>ul]:ps-4 [&>ul]:pe-7 sm:[&>ul]:ps-[26px]"
    >
      {visibleTabs.map(({ tab, label, count, countLabel, isAlert }) => (
        <TabLink
          key={tab}
          count={(summary && count?.(summary)) || undefined}
          countLabel={countLabel}
          isAlert={isAlert}
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

/** The ref of a row of tabs that scrolls to the tab at `index`, since a phone shows few of them. The page does not scroll. */
function useScrollToTab(index: number) {
  const tabRow = useRef<HTMLElement>(null);

  useEffect(() => {
    const nav = tabRow.current;
    const list = nav?.firstElementChild;
    if (!nav || !list) return undefined;
    // The observer calls back at once, and again when the loaded counts widen the tabs.
    const observer = new ResizeObserver(() => {
      const tab = list.children[index];
      if (!(tab instanceof HTMLElement)) return;
      const middle = tab.offsetLeft - nav.offsetLeft + tab.offsetWidth / 2;
      nav.scrollTo({ left: middle - nav.clientWidth / 2, behavior: 'instant' });
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [index]);

  return tabRow;
}
