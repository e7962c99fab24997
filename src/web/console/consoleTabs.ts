import type { AdminSummary } from '#features/donations/deciding/adminSummary.ts';

interface ConsoleTabEntry {
  tab: string;
  label: string;
  /** How many things wait behind the tab, from the summary; none is left unsaid. */
  count?: ((summary: AdminSummary) => number) | undefined;
  /** What is counted, for those who cannot see where the number stands. */
  countLabel?: string | undefined;
  /** The count asks for someone to look. */
  alert?: boolean | undefined;
}

const tabs = [
  { tab: 'pending', label: 'Pending', count: ({ stats }) => stats.pendingCount, countLabel: 'donations' },
  { tab: 'rejected', label: 'Rejected' },
  { tab: 'confirmed', label: 'Confirmed' },
  { tab: 'search', label: 'Search' },
  { tab: 'activity', label: 'Activity' },
  { tab: 'participants', label: 'Participants' },
  {
    tab: 'bins',
    label: 'Bins',
    count: ({ stats }) => stats.overflowOpen,
    countLabel: 'open alerts',
    alert: true,
  },
  { tab: 'codes', label: 'Codes' },
  { tab: 'partners', label: 'Partners' },
  {
    tab: 'pickups',
    label: 'Pickups',
    count: ({ stats }) => stats.pendingPickups,
    countLabel: 'pending',
  },
] as const satisfies readonly ConsoleTabEntry[];

export type ConsoleTab = (typeof tabs)[number]['tab'];

type NamedTab = ConsoleTabEntry & { tab: ConsoleTab };

/** The console's tabs in their order. The first stands in for an address that names none. */
export const consoleTabs: readonly [NamedTab, ...NamedTab[]] = tabs;
