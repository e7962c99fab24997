import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DonationRow } from '#features/donations/contract.ts';
import {
  dateColumn,
  DecidedAt,
  DetailsLink,
  donorColumns,
  locationColumn,
  MeasuredWeight,
  narrowColumnClasses,
  photoColumn,
  TabLink,
  weightColumn,
} from './donationColumns.tsx';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Teapot } from '#web/art/Teapot.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { useOpenDonation } from '#web/console/donationAddress.ts';
import { anyText, type ListAddress, useListAddress } from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Column } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { contract } from './contract.ts';

const filters = { q: anyText };

const plainWeightColumn = weightColumn();

/** Nobody claimed the weight of an unclaimed bag. */
const claimedWeightColumn: Column<DonationRow> = {
  ...plainWeightColumn,
  name: 'Claimed',
  quiet: ({ participantId }) => participantId === null,
  cell: (donation, on) =>
    donation.participantId === null ? 'Unclaimed' : plainWeightColumn.cell(donation, on),
};

const confirmedColumns = (timeZone: TimeZone): Column<DonationRow>[] => [
  ...donorColumns(),
  claimedWeightColumn,
  {
    name: 'Measured',
    only: 'table',
    nowrap: true,
    cell: (donation) => <MeasuredWeight donation={donation} />,
  },
  { ...dateColumn, from: 'lg' },
  // Wide enough for most names of places.
  { ...locationColumn, className: `${locationColumn.className} lg:min-w-37` },
  {
    name: 'Confirmed by',
    only: 'table',
    from: 'wide',
    className: narrowColumnClasses,
    cell: ({ confirmedBy }) => confirmedBy,
  },
  {
    name: 'Confirmed',
    only: 'table',
    sort: 'descending',
    nowrap: true,
    cell: ({ confirmedAt }) => <DecidedAt at={confirmedAt} timeZone={timeZone} hidesTimeIfNarrow />,
  },
  { ...photoColumn, from: 'lg' },
  {
    name: 'Confirmation',
    kind: 'end',
    only: 'card',
    cell: (donation) => (
      <>
        <p className="flex flex-wrap gap-x-1.5 card:justify-end">
          {donation.actualWeight !== null && 'Measured'} <MeasuredWeight donation={donation} />
        </p>
        <p className="mt-0.5">
          Confirmed by {donation.confirmedBy},{' '}
          <DecidedAt at={donation.confirmedAt} timeZone={timeZone} hidesTimeIfNarrow />
        </p>
      </>
    ),
  },
  { name: 'Actions', kind: 'actions', only: 'table', cell: ({ id }) => <DetailsLink id={id} /> },
];

export function ConfirmedTab() {
  const address = useListAddress(filters);
  const list = useQuery({
    ...endpointQuery(contract.confirmedDonations, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const { timeZone } = useSiteInfo();
  const openDonation = useOpenDonation();
  return (
    <DataList
      title="Confirmed donations"
      list={list}
      address={address}
      columns={confirmedColumns(timeZone)}
      keys={{ onOpen: openDonation }}
      failure={(error) => errorMessage(error, 'Failed to load confirmed donations.')}
      toolbar={
        <FilterBar label="Confirmed donations">
          <SearchBox
            label="Search confirmed donations"
            placeholder="Name, donor ID, place or notes"
            value={address.filters.q}
            onChange={(text) => address.typeInto('q', text)}
            className="max-sm:basis-full! sm:w-72"
          />
        </FilterBar>
      }
      empty={<NoConfirmedDonations address={address} />}
    />
  );
}

function NoConfirmedDonations({ address }: { address: ListAddress<typeof filters> }) {
  return (
    <EmptyState
      object={Teapot}
      title={address.isFiltered ? 'No results.' : 'No confirmed donations yet.'}
      text={
        address.isFiltered
          ? 'No confirmed donation mentions that.'
          : 'Confirmed donations are listed here. Each donor gets a reward code.'
      }
      action={
        address.isFiltered ? (
          <Button kind="outline" size="small" onClick={address.clear}>
            Clear search
          </Button>
        ) : (
          <TabLink to={paths.consoleTab('pending')}>See pending donations</TabLink>
        )
      }
    />
  );
}
