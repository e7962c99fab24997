import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Lamp } from '#web/art/Lamp.tsx';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { oneOf, useListAddress, type ListAddress } from '#web/console/useListAddress.ts';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar } from '#web/ui/FilterBar.tsx';
import { contract, type PickupRow } from './contract.ts';
import { PickupCards } from './PickupCards.tsx';
import { PickupStatusDialog } from './PickupStatusDialog.tsx';
import { pickupColumns, PickupsTable } from './PickupsTable.tsx';
import { pickupStatuses, whyNotMovable } from './rules.ts';
import { ClearOrLookAgain } from '#web/console/ClearFilters.tsx';

const filters = { status: oneOf(['', ...pickupStatuses]) };

/** Who wants things collected, newest request first. */
export function PickupsTab() {
  const address = useListAddress(filters);
  const { timeZone } = useSiteInfo();
  const list = useQuery({
    ...endpointQuery(contract.adminPickups, { query: address.query }),
    select: ({ pickups, ...page }) => ({ ...page, items: pickups }),
    placeholderData: keepPreviousData,
  });
  const [changing, setChanging] = useState<PickupRow | null>(null);

  return (
    <>
      <ListCard
        title="Pickup requests"
        list={list}
        address={address}
        keys={{
          onOpen: (pickup) => {
            if (whyNotMovable(pickup.status) === null) setChanging(pickup);
          },
        }}
        failure={() => 'Failed to load pickups'}
        toolbar={<StatusFilter address={address} />}
        skeletons={{
          table: <TableSkeleton columns={pickupColumns} rows={5} className="h-15" />,
          cards: <CardsSkeleton cards={3} lines={['w-2/5', 'w-1/2', 'w-4/5', 'w-3/5']} buttons />,
        }}
        empty={<NoPickups address={address} onRefresh={() => void list.refetch()} />}
      >
        {(pickups, asCards) => {
          const List = asCards ? PickupCards : PickupsTable;
          return <List pickups={pickups} timeZone={timeZone} onChangeStatus={setChanging} />;
        }}
      </ListCard>
      {changing && <PickupStatusDialog pickup={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

type PickupAddress = ListAddress<typeof filters>;

function StatusFilter({ address }: { address: PickupAddress }) {
  return (
    <FilterBar label="Pickup requests">
      <Filter label="Status" labelHidden className="sm:w-44">
        <SelectInput
          value={address.filters.status}
          onChange={({ currentTarget: { value } }) => address.set({ status: filters.status(value) })}
        >
          <option value="">Any status</option>
          <option value="pending">Pending</option>
          <option value="scheduled">Scheduled</option>
          <option value="completed">Completed</option>
          <option value="cancelled">Cancelled</option>
        </SelectInput>
      </Filter>
    </FilterBar>
  );
}

function NoPickups({ address, onRefresh }: { address: PickupAddress; onRefresh: () => void }) {
  return (
    <EmptyState
      object={Lamp}
      title="No pickup requests yet"
      text={
        address.filtered
          ? 'None has this status. Others may.'
          : 'Requests from the public pickup form appear here, newest first.'
      }
      action={<ClearOrLookAgain address={address} onRefresh={onRefresh} />}
    />
  );
}
