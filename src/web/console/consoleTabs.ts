import type { AdminSummary } from '#features/donations/console/decisions.ts';
import { paths } from '#web/paths.ts';

interface ConsoleTabEntry {
  tab: string;
  label: string;
  /** Who may see it: admins only, or volunteers too. */
  access: 'volunteer' | 'admin';
  /** How many items wait in the tab. Zero is not shown. */
  count?: ((summary: AdminSummary) => number) | undefined;
  /** The unit of the count, for screen readers. */
  countLabel?: string | undefined;
  /** False for a tab on which the bar has no refresh controls. */
  hasRefresh?: boolean | undefined;
  /** Whether the count needs attention. */
  isAlert?: boolean | undefined;
}

const tabs = [
  {
    tab: 'pending',
    label: 'Pending',
    access: 'volunteer',
    count: ({ stats }) => stats.pendingCount,
    countLabel: 'donations',
  },
  { tab: 'rejected', label: 'Rejected', access: 'volunteer' },
  { tab: 'confirmed', label: 'Confirmed', access: 'volunteer' },
  { tab: 'search', label: 'Search', access: 'volunteer' },
  { tab: 'activity', label: 'Activity', access: 'admin' },
  {
    tab: 'participants',
    label: 'Participants',
    access: 'admin',
    count: ({ stats }) => stats.provenClaims,
    countLabel: 'new emails to check',
  },
  {
    tab: 'bins',
    label: 'Bins',
    access: 'volunteer',
    count: ({ stats }) => stats.overflowOpen,
    countLabel: 'open alerts',
    isAlert: true,
  },
  { tab: 'codes', label: 'Codes', access: 'admin' },
  { tab: 'partners', label: 'Partners', access: 'admin' },
  {
    tab: 'pickups',
    label: 'Pickups',
    access: 'volunteer',
    count: ({ stats }) => stats.pendingPickups,
    countLabel: 'pending',
  },
  {
    tab: 'mail',
    label: 'Mail',
    access: 'admin',
    count: ({ stats }) => stats.waitingMail,
    countLabel: 'waiting',
  },
  { tab: 'settings', label: 'Settings', access: 'admin', hasRefresh: false },
  { tab: 'admins', label: 'Admins', access: 'admin', hasRefresh: false },
] as const satisfies readonly ConsoleTabEntry[];

export type ConsoleTab = (typeof tabs)[number]['tab'];

type KnownTab = ConsoleTabEntry & { tab: ConsoleTab };

/** The console's tabs in order. The first is the default. */
export const consoleTabs: readonly [KnownTab, ...KnownTab[]] = tabs;

/** The console's screens outside the tabs, in order. */
export const consoleLinks: readonly { label: string; to: string }[] = [
  { label: 'Desk', to: paths.consoleDesk },
  { label: 'Intake', to: paths.consoleIntake },
  { label: 'Today', to: paths.consoleToday },
  { label: 'Photos', to: paths.consolePhotos },
  { label: 'Manage bins', to: paths.consoleBins },
];
