import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Lamp } from '#web/art/Lamp.tsx';
import { ListPager } from '#web/console/ListPager.tsx';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { oneOf, useListAddress, type ListAddress } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar } from '#web/ui/FilterBar.tsx';
import { TableCard, TableTitle } from '#web/ui/Table.tsx';
import { UpdatedAgo } from '#web/ui/UpdatedAgo.tsx';
import { PHONE, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { contract, type PickupRow } from './contract.ts';
import { PickupCards, PickupCardsSkeleton } from './PickupCards.tsx';
import { PickupStatusDialog } from './PickupStatusDialog.tsx';
import { PickupsTable, PickupsTableSkeleton } from './PickupsTable.tsx';
import { pickupStatuses, whyNotMovable } from './rules.ts';

const filters = { status: oneOf(['', ...pickupStatuses]) };

/** Who wants things collected, newest request first. */
export function PickupsTab() {
  const address = useListAddress(filters);
  const { timeZone } = useSiteInfo();
  const phone = useMediaQuery(PHONE);
  const list = useQuery({
    ...endpointQuery(contract.adminPickups, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const [changing, setChanging] = useState<PickupRow | null>(null);

  const page = list.data && { ...list.data, items: list.data.pickups };
  const List = phone ? PickupCards : PickupsTable;
  useRowKeys({
    rows: page?.items ?? [],
    onOpen: (pickup) => {
      if (whyNotMovable(pickup.status) === null) setChanging(pickup);
    },
  });

  return (
    <>
      <TableCard
        toolbar={
          <>
            <TableTitle count={page?.total}>Pickup requests</TableTitle>
            <StatusFilter address={address} />
          </>
        }
        footer={
          page && page.total > 0 ? (
            <>
              <ListPager page={page} address={address} />
              <UpdatedAgo at={list.dataUpdatedAt} />
            </>
          ) : undefined
        }
      >
        {list.isError && (
          <ErrorBanner
            message="Failed to load pickups"
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
            className="mx-3.5 mb-3.5"
          />
        )}
        {list.isPending && <Loading phone={phone} />}
        {page && page.items.length > 0 && (
          <div
            aria-busy={list.isPlaceholderData}
            className={list.isPlaceholderData ? 'opacity-60' : undefined}
          >
            <List pickups={page.items} timeZone={timeZone} onChangeStatus={setChanging} />
          </div>
        )}
        {page?.total === 0 && <NoPickups address={address} onRefresh={() => void list.refetch()} />}
      </TableCard>
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
      action={
        address.filtered ? (
          <Button kind="outline" size="small" onClick={address.clear}>
            Clear filters
          </Button>
        ) : (
          <Button kind="outline" size="small" onClick={onRefresh}>
            Look again
          </Button>
        )
      }
      className="border-t-[1.5px] border-line py-10"
    />
  );
}

function Loading({ phone }: { phone: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      {phone ? <PickupCardsSkeleton /> : <PickupsTableSkeleton />}
    </div>
  );
}
