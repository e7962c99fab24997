import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { ActivityTab } from '#features/audit/ActivityTab.tsx';
import { BinsTab } from '#features/bins/BinsTab.tsx';
import { DonationDetailsDialog } from '#features/donations/DonationDetailsDialog.tsx';
import { ConfirmedTab } from '#features/donations/ConfirmedTab.tsx';
import { PendingTab } from '#features/donations/PendingTab.tsx';
import { RejectedTab } from '#features/donations/RejectedTab.tsx';
import { SearchTab } from '#features/donations/SearchTab.tsx';
import { DONATION_PARAMETER, donationIn } from '#features/donations/donationAddress.ts';
import { ParticipantsTab } from '#features/participants/ParticipantsTab.tsx';
import { PartnersTab } from '#features/partners/PartnersTab.tsx';
import { PickupsTab } from '#features/pickups/PickupsTab.tsx';
import { CodesTab } from '#features/rewards/CodesTab.tsx';
import { ConsoleLayout } from '#web/layouts/ConsoleLayout.tsx';
import type { ConsoleTabEntry } from '#web/layouts/ConsoleTabs.tsx';

type Tab = ConsoleTabEntry & { Panel: ComponentType };

/** The tabs in their order. The first stands in for an address that names none. */
const tabs: readonly [Tab, ...Tab[]] = [
  {
    tab: 'pending',
    label: 'Pending',
    Panel: PendingTab,
    count: ({ stats }) => stats.pendingCount,
    countLabel: 'donations',
  },
  { tab: 'rejected', label: 'Rejected', Panel: RejectedTab },
  { tab: 'confirmed', label: 'Confirmed', Panel: ConfirmedTab },
  { tab: 'search', label: 'Search', Panel: SearchTab },
  { tab: 'activity', label: 'Activity', Panel: ActivityTab },
  { tab: 'participants', label: 'Participants', Panel: ParticipantsTab },
  {
    tab: 'bins',
    label: 'Bins',
    Panel: BinsTab,
    count: ({ stats }) => stats.overflowOpen,
    countLabel: 'open alerts',
    alert: true,
  },
  { tab: 'codes', label: 'Codes', Panel: CodesTab },
  { tab: 'partners', label: 'Partners', Panel: PartnersTab },
  { tab: 'pickups', label: 'Pickups', Panel: PickupsTab },
];

export function ConsolePage() {
  const [searchParams, setSearchParams] = useSearchParams();
  const { tab, label, Panel } = tabs.find((entry) => entry.tab === searchParams.get('tab')) ?? tabs[0];
  const donationId = donationIn(searchParams);

  function closeDonation() {
    setSearchParams(
      (parameters) => {
        parameters.delete(DONATION_PARAMETER);
        return parameters;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <ConsoleLayout tabs={tabs} currentTab={tab}>
      <title>{`${label} · Console · ReRound`}</title>
      <meta name="robots" content="noindex" />
      <Panel />
      {donationId !== null && (
        <DonationDetailsDialog key={donationId} id={donationId} onClose={closeDonation} />
      )}
    </ConsoleLayout>
  );
}
