import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { weightBands } from '#shared/weights.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import { errorOrStatus } from '#web/api/errorOrStatus.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Lamp } from '#web/art/Lamp.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { anyDay, anyText, oneOf, useListAddress, type ListAddress } from '#web/console/useListAddress.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DateInput, SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { contract, searchStatuses } from './contract.ts';
import { useConfirmDonation } from '#features/donations/deciding/decisions.ts';
import { useOpenDonation } from '#web/console/donationAddress.ts';
import { DonationCardsSkeleton } from '#features/donations/DonationCard.tsx';
import { FoundCards, foundColumns, FoundTable } from './FoundDonations.tsx';
import { listed, type ListedDonation } from '#features/donations/listedDonation.ts';
import { RejectDialog } from '#features/donations/deciding/RejectDialog.tsx';
import { donationStatus } from '#features/donations/rules.ts';
import { ClearFilters, ClearFiltersInBar } from '#web/console/ClearFilters.tsx';

const filters = {
  q: anyText,
  status: oneOf(searchStatuses),
  weight: oneOf(['', ...weightBands]),
  from: anyDay,
  to: anyDay,
};

/** Every donation, by what is known of it. */
export function SearchTab() {
  const address = useListAddress(filters);
  const [rejecting, setRejecting] = useState<ListedDonation | null>(null);
  const confirm = useConfirmDonation({ showsFailure: false });
  const open = useOpenDonation();
  const list = useQuery({
    ...endpointQuery(contract.searchDonations, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ListCard
        title="Search donations"
        list={list}
        address={address}
        keys={{
          onOpen: open,
          onConfirm: (row) => confirm.mutate({ donation: listed(row) }),
          onReject: (row) => setRejecting(listed(row)),
          mayDecide: (row) => donationStatus(listed(row)) === 'pending',
        }}
        failure={(error) => `Search error: ${errorOrStatus(error)}`}
        toolbar={<SearchFilters address={address} />}
        skeletons={{ table: <TableSkeleton columns={foundColumns} />, cards: <DonationCardsSkeleton /> }}
        empty={
          <EmptyState
            object={Lamp}
            title="No results."
            text={
              address.filtered
                ? 'No donation fits all of these filters.'
                : 'Every donation that donors log or admins take in can be found here.'
            }
            action={address.filtered && <ClearFilters onClear={address.clear} />}
          />
        }
      >
        {(rows, asCards) => {
          const List = asCards ? FoundCards : FoundTable;
          return (
            <List
              donations={rows.map(listed)}
              onConfirm={(donation) => confirm.mutate({ donation })}
              onReject={setRejecting}
            />
          );
        }}
      </ListCard>
      {rejecting && <RejectDialog donation={rejecting} onClose={() => setRejecting(null)} />}
    </>
  );
}

const statusWords: Readonly<Record<(typeof searchStatuses)[number], string>> = {
  any: 'Any',
  pending: 'Pending',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
};

// Between phone and desktop these share one row, with the export where it fits.
const filter = 'sm:max-lg:flex-[1_1_6.5rem] lg:w-36';
const dayFilter = 'max-sm:basis-36! sm:max-lg:w-37 lg:w-38';

function SearchFilters({ address }: { address: ListAddress<typeof filters> }) {
  const mayCall = useMayCall();
  const { q, status, weight, from, to } = address.filters;
  const { limit: _limit, offset: _offset, ...exported } = address.query;
  return (
    <FilterBar label="Donations" className="w-full pb-1">
      <SearchBox
        label="Search"
        labelHidden={false}
        placeholder="Donor, contact, place or notes"
        value={q}
        onChange={(text) => address.type('q', text)}
        className="max-lg:basis-full! lg:min-w-44 lg:flex-1 lg:max-w-96"
      />
      <Filter label="Status" className={filter}>
        <SelectInput
          value={status}
          onChange={({ currentTarget: { value } }) => address.set({ status: filters.status(value) })}
        >
          {searchStatuses.map((value) => (
            <option key={value} value={value}>
              {statusWords[value]}
            </option>
          ))}
        </SelectInput>
      </Filter>
      <Filter label="Weight" className={filter}>
        <SelectInput
          value={weight}
          onChange={({ currentTarget: { value } }) => address.set({ weight: filters.weight(value) })}
        >
          <option value="">Any</option>
          {weightBands.map((band) => (
            <option key={band}>{band}</option>
          ))}
        </SelectInput>
      </Filter>
      <Filter label="From" className={dayFilter}>
        <DateInput
          value={from}
          max={to || undefined}
          onChange={({ currentTarget: { value } }) => address.set({ from: value })}
        />
      </Filter>
      <Filter label="To" className={dayFilter}>
        <DateInput
          value={to}
          min={from || undefined}
          onChange={({ currentTarget: { value } }) => address.set({ to: value })}
        />
      </Filter>
      {address.filtered && (
        <ClearFiltersInBar onClear={address.clear} className="whitespace-nowrap max-sm:flex-1" />
      )}
      {mayCall(contract.exportDonations) && (
        <Button
          asChild
          kind="outline"
          size="console"
          icon={Download}
          className="whitespace-nowrap max-md:min-h-11 max-sm:flex-1 sm:ms-auto"
        >
          <a href={endpointUrl(contract.exportDonations, { query: exported })} download>
            Export CSV
          </a>
        </Button>
      )}
    </FilterBar>
  );
}
