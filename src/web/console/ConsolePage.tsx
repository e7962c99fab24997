import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { AdminsTab } from '#features/staff/AdminsTab.tsx';
import { ActivityTab } from '#features/audit/ActivityTab.tsx';
import { BinsTab } from '#features/bins/BinsPage.tsx';
import { ConfirmedTab } from '#features/donations/console/ConfirmedTab.tsx';
import { PendingTab } from '#features/donations/console/PendingTab.tsx';
import { RejectedTab } from '#features/donations/console/RejectedTab.tsx';
import { SearchTab } from '#features/donations/console/SearchTab.tsx';
import { MailTab } from '#features/mail/MailTab.tsx';
import { NewsletterPanel } from '#features/mail/newsletter/NewsletterPanel.tsx';
import { ParticipantFilter } from '#features/donors/ParticipantFilter.tsx';
import { ParticipantsTab } from '#features/donors/ParticipantsTab.tsx';
import { PartnersTab } from '#features/partners/PartnersTab.tsx';
import { PickupsTab } from '#features/pickups/PickupsTab.tsx';
import { CodesTab } from '#features/rewards/CodesTab.tsx';
import { SettingsTab } from '#features/settings/SettingsTab.tsx';
import { mayCall } from '#shared/roles.ts';
import * as titles from './titles.ts';
import { ConsoleLayout } from './ConsoleLayout.tsx';
import { consoleTabs, type ConsoleTab } from './consoleTabs.ts';
import { NotForVolunteers } from './NotForVolunteers.tsx';
import { useRole } from './useMayCall.ts';

const panels: Readonly<Record<ConsoleTab, ComponentType>> = {
  pending: PendingTab,
  rejected: RejectedTab,
  confirmed: ConfirmedTab,
  search: SearchTab,
  activity: () => <ActivityTab ParticipantFilter={ParticipantFilter} />,
  participants: ParticipantsTab,
  bins: BinsTab,
  codes: CodesTab,
  partners: PartnersTab,
  pickups: PickupsTab,
  mail: () => <MailTab Newsletter={NewsletterPanel} />,
  settings: SettingsTab,
  admins: AdminsTab,
};

export default function ConsolePage() {
  const [searchParams] = useSearchParams();
  const role = useRole();
  const { tab, label, access } =
    consoleTabs.find((entry) => entry.tab === searchParams.get('tab')) ?? consoleTabs[0];
  const Panel = panels[tab];
  if (role && !mayCall(role, { access })) return <NotForVolunteers label={label} />;

  return (
    <ConsoleLayout currentTab={tab}>
      <title>{`${label} · ${titles.console}`}</title>
      <meta name="robots" content="noindex" />
      <Panel />
    </ConsoleLayout>
  );
}
