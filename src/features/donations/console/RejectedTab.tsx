import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DonationRow } from '#features/donations/contract.ts';
import { ReopenButton } from './RejectAndReopen.tsx';
import {
  dateColumn,
  DecidedAt,
  DetailsLink,
  donorColumns,
  narrowColumnClasses,
  TabLink,
  weightColumn,
} from './donationColumns.tsx';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Vase } from '#web/art/Vase.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { useOpenDonation } from '#web/console/donationAddress.ts';
import { useListAddress } from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import type { Column } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { contract } from './contract.ts';

const noFilters = {};

const rejectedColumns = (timeZone: TimeZone): Column<DonationRow>[] => [
  ...donorColumns(),
  weightColumn(),
  { ...dateColumn, from: 'lg' },
  {
    name: 'Reason',
    kind: 'note',
    quiet: ({ rejectionReason }) => rejectionReason === null,
    className: 'w-3/5 min-w-40 wrap-anywhere',
    cell: ({ rejectionReason, rejectedBy, rejectedAt }, on) => {
      const reason = rejectionReason ?? 'No reason given';
      if (on === 'row') return reason;
      return (
        <p className="mt-2 rounded-console bg-clay-tint px-2.5 py-1.5 text-[0.9375rem] wrap-anywhere">
          <b className="font-[650]">{reason}</b>
          <span className="block text-muted">
            {rejectedBy}, <DecidedAt at={rejectedAt} timeZone={timeZone} />
          </span>
        </p>
      );
    },
  },
  {
    name: 'Rejected by',
    only: 'table',
    from: 'lg',
    className: narrowColumnClasses,
    cell: ({ rejectedBy }) => rejectedBy,
  },
  {
    name: 'Rejected',
    only: 'table',
    sort: 'descending',
    nowrap: true,
    cell: ({ rejectedAt }) => <DecidedAt at={rejectedAt} timeZone={timeZone} hidesTimeIfNarrow />,
  },
  {
    name: 'Actions',
    kind: 'actions',
    buttons: 2,
    cell: (donation, on) => (
      <>
        {on === 'row' && <DetailsLink id={donation.id} />}
        <ReopenButton donation={donation} size={on === 'row' ? 'row' : 'small'} />
      </>
    ),
  },
];

export function RejectedTab() {
  const address = useListAddress(noFilters);
  const list = useQuery({
    ...endpointQuery(contract.rejectedDonations, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const { timeZone } = useSiteInfo();
  const openDonation = useOpenDonation();
  return (
    <DataList
      title="Rejected donations"
      list={list}
      address={address}
      columns={rejectedColumns(timeZone)}
      keys={{ onOpen: openDonation }}
      failure={(error) => errorMessage(error, 'Failed to load rejected donations.')}
      empty={
        <EmptyState
          object={Vase}
          title="No rejected donations"
          text="Rejected donations are listed here with the reason, which the donor sees too."
          action={<TabLink to={paths.consoleTab('pending')}>See pending donations</TabLink>}
        />
      }
    />
  );
}
