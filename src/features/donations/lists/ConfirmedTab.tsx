import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Teapot } from '#web/art/Teapot.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { anyText, useListAddress, type ListAddress } from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { actionsColumn, type Column, DataTable, TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import type { DonationRow } from '#features/donations/contract.ts';
import { contract } from './contract.ts';
import { useOpenDonation } from '#web/console/donationAddress.ts';
import { DonationCard, DonationCardsSkeleton } from '#features/donations/DonationCard.tsx';
import {
  dateColumn,
  donorColumns,
  locationColumn,
  narrow,
  photoColumn,
  weightColumn,
} from '#features/donations/donationColumns.tsx';
import {
  DecidedAt,
  DetailsLink,
  MeasuredWeight,
  TabLink,
  wide,
} from '#features/donations/DonationPieces.tsx';

const filters = { q: anyText };

type Address = ListAddress<typeof filters>;

/** What was accepted, with what the scale and the photo say. */
export function ConfirmedTab() {
  const address = useListAddress(filters);
  const list = useQuery({
    ...endpointQuery(contract.confirmedDonations, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const { timeZone } = useSiteInfo();
  const open = useOpenDonation();
  return (
    <ListCard
      title="Confirmed donations"
      list={list}
      address={address}
      keys={{ onOpen: open }}
      failure={(error) => errorMessage(error, 'Failed to load confirmed donations.')}
      toolbar={
        <FilterBar label="Confirmed donations">
          <SearchBox
            label="Search confirmed donations"
            placeholder="Name, donor ID, place or notes"
            value={address.filters.q}
            onChange={(text) => address.type('q', text)}
            className="max-sm:basis-full! sm:w-72"
          />
        </FilterBar>
      }
      skeletons={{ table: <TableSkeleton columns={columns} />, cards: <DonationCardsSkeleton /> }}
      empty={<NoRows address={address} />}
    >
      {(donations, asCards) =>
        asCards ? (
          <ConfirmedCards donations={donations} timeZone={timeZone} />
        ) : (
          <DataTable label="Confirmed donations" columns={columns} rows={donations} context={{ timeZone }} />
        )
      }
    </ListCard>
  );
}

const columns: readonly Column<DonationRow, { timeZone: TimeZone }>[] = [
  ...donorColumns,
  { ...weightColumn, name: 'Claimed' },
  {
    name: 'Measured',
    nowrap: true,
    skeleton: 'w-18',
    cell: (donation) => <MeasuredWeight donation={donation} />,
  },
  { ...dateColumn, className: 'max-lg:hidden' },
  locationColumn,
  {
    name: 'Confirmed by',
    skeleton: 'w-16',
    className: wide,
    cellClassName: narrow,
    cell: ({ confirmedBy }) => confirmedBy,
  },
  {
    name: 'Confirmed',
    sort: 'descending',
    nowrap: true,
    skeleton: 'w-36',
    cell: ({ confirmedAt }, { timeZone }) => <DecidedAt at={confirmedAt} timeZone={timeZone} short />,
  },
  { ...photoColumn, className: 'max-lg:hidden' },
  actionsColumn({ skeleton: 'w-14', cell: ({ id }) => <DetailsLink id={id} /> }),
];

function ConfirmedCards({ donations, timeZone }: { donations: readonly DonationRow[]; timeZone: TimeZone }) {
  return (
    <ul aria-label="Confirmed donations">
      {donations.map((donation) => (
        <DonationCard
          key={donation.id}
          donation={donation}
          end={
            <div className="mt-1 text-[0.9375rem] text-muted tabular card:mt-0 card:text-end">
              <p className="flex flex-wrap gap-x-1.5 card:justify-end">
                {donation.actualWeight !== null && 'Measured'} <MeasuredWeight donation={donation} />
              </p>
              <p className="mt-0.5">
                Confirmed by {donation.confirmedBy},{' '}
                <DecidedAt at={donation.confirmedAt} timeZone={timeZone} short />
              </p>
            </div>
          }
        />
      ))}
    </ul>
  );
}

function NoRows({ address }: { address: Address }) {
  if (address.filtered) {
    return (
      <EmptyState
        object={Teapot}
        title="No results."
        text="No confirmed donation mentions that."
        action={
          <Button kind="outline" size="small" onClick={address.clear}>
            Clear search
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      object={Teapot}
      title="No confirmed donations yet."
      text="Once a pending donation is confirmed it stands here, and its donor has a reward code."
      action={<TabLink to={paths.consoleTab('pending')}>See pending donations</TabLink>}
    />
  );
}
