import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Vase } from '#web/art/Vase.tsx';
import { CardActions } from '#web/console/CardRow.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { useListAddress } from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import { actionsColumn, type Column, DataTable, TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { DonationRow } from '#features/donations/contract.ts';
import { contract } from './contract.ts';
import { useOpenDonation } from '#web/console/donationAddress.ts';
import { DonationCard, DonationCardsSkeleton } from '#features/donations/DonationCard.tsx';
import { dateColumn, donorColumns, narrow, weightColumn } from '#features/donations/donationColumns.tsx';
import { DecidedAt, DetailsLink, TabLink } from '#features/donations/DonationPieces.tsx';
import { ReopenButton } from '#features/donations/deciding/ReopenButton.tsx';

const noFilters = {};

/** Who turned which donation down, when and why. */
export function RejectedTab() {
  const address = useListAddress(noFilters);
  const list = useQuery({
    ...endpointQuery(contract.rejectedDonations, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const { timeZone } = useSiteInfo();
  const open = useOpenDonation();
  return (
    <ListCard
      title="Rejected donations"
      list={list}
      address={address}
      keys={{ onOpen: open }}
      failure={(error) => errorMessage(error, 'Failed to load rejected donations.')}
      skeletons={{ table: <TableSkeleton columns={columns} />, cards: <DonationCardsSkeleton /> }}
      empty={
        <EmptyState
          object={Vase}
          title="No rejected donations"
          text="A donation that is turned down stands here with the reason, which its donor sees too."
          action={<TabLink to={paths.consoleTab('pending')}>See pending donations</TabLink>}
        />
      }
    >
      {(donations, asCards) =>
        asCards ? (
          <RejectedCards donations={donations} timeZone={timeZone} />
        ) : (
          <DataTable label="Rejected donations" columns={columns} rows={donations} context={{ timeZone }} />
        )
      }
    </ListCard>
  );
}

const columns: readonly Column<DonationRow, { timeZone: TimeZone }>[] = [
  ...donorColumns,
  weightColumn,
  { ...dateColumn, className: 'max-lg:hidden' },
  {
    name: 'Reason',
    quiet: ({ rejectionReason }) => rejectionReason === null,
    skeleton: 'w-48',
    cellClassName: 'w-3/5 min-w-40 py-2 wrap-anywhere',
    cell: reasonOf,
  },
  {
    name: 'Rejected by',
    skeleton: 'w-18',
    className: 'max-lg:hidden',
    cellClassName: narrow,
    cell: ({ rejectedBy }) => rejectedBy,
  },
  {
    name: 'Rejected',
    sort: 'descending',
    nowrap: true,
    skeleton: 'w-36',
    cell: ({ rejectedAt }, { timeZone }) => <DecidedAt at={rejectedAt} timeZone={timeZone} short />,
  },
  actionsColumn({
    skeleton: 'w-36',
    cell: (donation) => (
      <>
        <DetailsLink id={donation.id} />
        <ReopenButton donation={donation} size="row" />
      </>
    ),
  }),
];

function reasonOf({ rejectionReason }: DonationRow): string {
  return rejectionReason ?? 'No reason given';
}

function RejectedCards({ donations, timeZone }: { donations: readonly DonationRow[]; timeZone: TimeZone }) {
  return (
    <ul aria-label="Rejected donations">
      {donations.map((donation) => (
        <DonationCard
          key={donation.id}
          donation={donation}
          facts={
            <p className="mt-2 rounded-console bg-clay-tint px-2.5 py-1.5 text-[0.9375rem] wrap-anywhere">
              <b className="font-[650]">{reasonOf(donation)}</b>
              <span className="block text-muted">
                {donation.rejectedBy}, <DecidedAt at={donation.rejectedAt} timeZone={timeZone} />
              </span>
            </p>
          }
          end={
            <CardActions>
              <ReopenButton donation={donation} size="small" />
            </CardActions>
          }
        />
      ))}
    </ul>
  );
}
