import { Link } from 'react-router';
import type { AdminSummary } from '#features/donations/adminSummary.ts';
import { paths, type ConsoleTab } from '#web/paths.ts';
import { TabLink, TabList } from '#web/ui/Tabs.tsx';

export interface ConsoleTabEntry {
  tab: ConsoleTab;
  label: string;
  /** How many things wait behind the tab, from the summary; none is left unsaid. */
  count?: ((summary: AdminSummary) => number) | undefined;
  /** What is counted, for those who cannot see where the number stands. */
  countLabel?: string | undefined;
  /** The count asks for someone to look. */
  alert?: boolean | undefined;
}

type ConsoleTabsProps = {
  tabs: readonly ConsoleTabEntry[];
  current: ConsoleTab;
  summary: AdminSummary | undefined;
};

/** Links, not a tab list: every tab has an address of its own. */
export function ConsoleTabs({ tabs, current, summary }: ConsoleTabsProps) {
  return (
    <TabList label="Console" className="bg-raised px-4 sm:px-[26px] print:hidden">
      {tabs.map(({ tab, label, count, countLabel, alert }) => (
        <TabLink
          key={tab}
          count={(summary && count?.(summary)) || undefined}
          countLabel={countLabel}
          alert={alert}
        >
          <Link to={paths.consoleTab(tab)} aria-current={tab === current ? 'page' : undefined}>
            {label}
          </Link>
        </TabLink>
      ))}
    </TabList>
  );
}
