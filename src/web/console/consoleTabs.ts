import type { AdminSummary } from '#features/donations/console/decisions.ts';
import { paths } from '#web/paths.ts';

interface ConsoleTabEntry {
  tab: string;
  label: string;
  /** Whom it is for: what it shows is open to no others. */
  access: 'volunteer' | 'admin';
  /** How many things wait behind the tab, from the summary; none is left unsaid. */
  count?: ((summary: AdminSummary) => number) | undefined;
  /** What is counted, for those who cannot see where the number stands. */
  countLabel?: string | undefined;
  /** Whether others change what it shows, so that it is worth loading again. */
  isLive?: boolean | undefined;
  /** The count asks for someone to look. */
  alert?: boolean | undefined;
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
    alert: true,
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
  { tab: 'settings', label: 'Settings', access: 'admin', isLive: false },
  { tab: 'admins', label: 'Admins', access: 'admin', isLive: false },
] as const satisfies readonly ConsoleTabEntry[];

export type ConsoleTab = (typeof tabs)[number]['tab'];

type NamedTab = ConsoleTabEntry & { tab: ConsoleTab };

/** The console's tabs in their order. The first stands in for an address that names none. */
export const consoleTabs: readonly [NamedTab, ...NamedTab[]] = tabs;

/** The admins' screens beside the console's tabs, in their order. Only those that work are here. */
export const consoleLinks: readonly { label: string; to: string }[] = [
  { label: 'Desk', to: paths.consoleDesk },
  { label: 'Intake', to: paths.consoleIntake },
  { label: 'Today', to: paths.consoleToday },
  { label: 'Photos', to: paths.consolePhotos },
  { label: 'Manage bins', to: paths.consoleBins },
];
