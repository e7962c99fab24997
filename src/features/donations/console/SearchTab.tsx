import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useConfirmDonation, useDonationsBeingDecided } from './decisions.ts';
import { focusSameButtonInNextRow } from '#web/ui/rowFocus.ts';
import { RejectDialog } from './RejectAndReopen.tsx';
import {
  dateColumn,
  decideColumn,
  donorColumns,
  locationColumn,
  photoColumn,
  separatePlaceColumns,
  weightColumn,
} from './donationColumns.tsx';
import type { ListedDonation } from './listedDonation.ts';
import { searchQuery } from './pendingDonations.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import { weightBands } from '#shared/weights.ts';
import { errorOrStatus } from '#web/api/errors.ts';
import { Lamp } from '#web/art/Lamp.tsx';
import { ClearFilters, ClearFiltersInBar } from '#web/console/ClearFilters.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { useOpenDonation } from '#web/console/donationAddress.ts';
import { anyDay, anyText, type ListAddress, oneOf, useListAddress } from '#web/console/useListAddress.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { ExportCsv } from '#web/console/ExportCsv.tsx';
import { type Column, RowButton } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { DateInput, SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { statusWords } from '#words/site.ts';
import { contract, searchStatuses } from './contract.ts';

const filters = {
  q: anyText,
  status: oneOf(searchStatuses),
  weight: oneOf(['', ...weightBands]),
  from: anyDay,
  to: anyDay,
};

const statusLabels = { any: 'Any', unclaimed: 'Unclaimed', ...statusWords };

type SearchColumnsOptions = {
  /** The ids of donations that are being confirmed or rejected. */
  beingDecided: ReadonlySet<number>;
  onConfirm: (donation: ListedDonation) => void;
  onReject: (donation: ListedDonation) => void;
};

/** The columns for donations of every status. Pending ones can be decided in their row. */
const searchColumns = ({
  beingDecided,
  onConfirm,
  onReject,
}: SearchColumnsOptions): Column<ListedDonation>[] => [
  {
    name: 'Status',
    kind: 'pill',
    only: 'table',
    cell: (donation) => <StatusPill status={donationStatus(donation)} size="small" />,
  },
  ...donorColumns({ showsStatus: true }),
  weightColumn(),
  { ...dateColumn, sort: 'descending' },
  { ...locationColumn, from: 'lg', until: 'full' },
  ...separatePlaceColumns,
  photoColumn,
  decideColumn(
    (donation) =>
      donationStatus(donation) === 'pending' && (
        <DecideButtons
          donation={donation}
          isBeingDecided={beingDecided.has(donation.id)}
          onConfirm={onConfirm}
          onReject={onReject}
        />
      ),
  ),
];

type DecideButtonsProps = Pick<SearchColumnsOptions, 'onConfirm' | 'onReject'> & {
  donation: ListedDonation;
  isBeingDecided: boolean;
};

function DecideButtons({ donation, isBeingDecided, onConfirm, onReject }: DecideButtonsProps) {
  function confirm({ currentTarget }: MouseEvent<HTMLElement>) {
    focusSameButtonInNextRow(currentTarget);
    onConfirm(donation);
  }

  return (
    <>
      <RowButton
        kind="clayGhost"
        icon={X}
        disabledReason={isBeingDecided ? 'Wait until this is done.' : undefined}
        onClick={() => onReject(donation)}
      >
        Reject
      </RowButton>
      <RowButton kind="outline" icon={Check} pending={isBeingDecided} onClick={confirm}>
        Confirm
      </RowButton>
    </>
  );
}

export function SearchTab() {
  const address = useListAddress(filters);
  const [donationToReject, setDonationToReject] = useState<ListedDonation | null>(null);
  const confirm = useConfirmDonation({ callerShowsFailure: false });
  const onConfirm = (donation: ListedDonation) => confirm.mutate({ donation });
  const list = useQuery(searchQuery({ query: address.query }));
  const beingDecided = useDonationsBeingDecided();
  const openDonation = useOpenDonation();
  return (
    <>
      <DataList
        title="Search donations"
        label="Found donations"
        list={list}
        address={address}
        columns={searchColumns({ beingDecided, onConfirm, onReject: setDonationToReject })}
        keys={{
          onOpen: openDonation,
          onConfirm,
          onReject: setDonationToReject,
          mayDecide: (donation) => donationStatus(donation) === 'pending',
        }}
        failure={(error) => `Search error: ${errorOrStatus(error)}`}
        toolbar={<SearchFilters address={address} />}
        empty={
          <EmptyState
            object={Lamp}
            title="No results."
            text={
              address.isFiltered
                ? 'No donation fits all of these filters.'
                : 'Every donation that donors log or admins take in can be found here.'
            }
            action={address.isFiltered && <ClearFilters onClear={address.clear} />}
          />
        }
      />
      {donationToReject && (
        <RejectDialog donation={donationToReject} onClose={() => setDonationToReject(null)} />
      )}
    </>
  );
}

// Between phone and desktop widths the filters share one row, and the export button joins them if it fits.
const selectFilterClasses = 'sm:max-lg:flex-[1_1_6.5rem] lg:w-36';
const dayFilterClasses = 'max-sm:basis-36! sm:max-lg:w-37 lg:w-38';

function SearchFilters({ address }: { address: ListAddress<typeof filters> }) {
  const mayCall = useMayCall();
  const { q, status, weight, from, to } = address.filters;
  return (
    <FilterBar label="Donations" className="w-full pb-1">
      <SearchBox
        label="Search"
        labelHidden={false}
        placeholder="Donor, contact, place or notes"
        value={q}
        onChange={(text) => address.typeInto('q', text)}
        className="max-lg:basis-full! lg:min-w-44 lg:flex-1 lg:max-w-96"
      />
      <Filter label="Status" className={selectFilterClasses}>
        <SelectInput
          value={status}
          onChange={({ currentTarget: { value } }) => address.set({ status: filters.status(value) })}
        >
          {searchStatuses.map((value) => (
            <option key={value} value={value}>
              {statusLabels[value]}
            </option>
          ))}
        </SelectInput>
      </Filter>
      <Filter label="Weight" className={selectFilterClasses}>
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
      <Filter label="From" className={dayFilterClasses}>
        <DateInput
          value={from}
          max={to || undefined}
          onChange={({ currentTarget: { value } }) => address.set({ from: value })}
        />
      </Filter>
      <Filter label="To" className={dayFilterClasses}>
        <DateInput
          value={to}
          min={from || undefined}
          onChange={({ currentTarget: { value } }) => address.set({ to: value })}
        />
      </Filter>
      {address.isFiltered && (
        <ClearFiltersInBar onClear={address.clear} className="whitespace-nowrap max-sm:flex-1" />
      )}
      {mayCall(contract.exportDonations) && (
        <ExportCsv
          list="Donations"
          href={endpointUrl(contract.exportDonations, { query: address.filters })}
          className="sm:ms-auto"
        />
      )}
    </FilterBar>
  );
}
