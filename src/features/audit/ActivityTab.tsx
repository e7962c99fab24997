import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId } from 'react';
import { errorOrStatus } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Books } from '#web/art/Books.tsx';
import { ListPager } from '#web/console/ListPager.tsx';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { anyDay, anyText, oneOf, useListAddress, type ListAddress } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { DateInput, SelectInput, TextInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar } from '#web/ui/FilterBar.tsx';
import { TableCard, TableTitle } from '#web/ui/Table.tsx';
import { UpdatedAgo } from '#web/ui/UpdatedAgo.tsx';
import { PHONE, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { ActivityCards, ActivityCardsSkeleton } from './ActivityCards.tsx';
import { ActivityTable, ActivityTableSkeleton } from './ActivityTable.tsx';
import { contract, entityTypes } from './contract.ts';
import { knownActions, thingName, words } from './sentences.ts';
import { useUnfolded } from './useUnfolded.ts';

const filters = {
  actor: anyText,
  action: anyText,
  entityType: oneOf(['', ...entityTypes]),
  from: anyDay,
  to: anyDay,
};

type Address = ListAddress<typeof filters>;

export function ActivityTab() {
  const address = useListAddress(filters);
  const phone = useMediaQuery(PHONE);
  const unfolded = useUnfolded();
  const log = useQuery({
    ...endpointQuery(contract.auditLog, { query: address.query }),
    // Whatever was changed on another tab has added a row here.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const items = log.data?.items;
  const List = phone ? ActivityCards : ActivityTable;
  useRowKeys({ rows: items ?? [], onOpen: ({ id }) => unfolded.toggle(id) });

  return (
    <TableCard
      toolbar={
        <>
          <TableTitle count={log.data?.total}>Activity</TableTitle>
          <ActivityFilters address={address} found={log.data?.total !== 0} />
        </>
      }
      footer={
        log.data && log.data.total > 0 ? (
          <>
            <ListPager page={log.data} address={address} />
            <UpdatedAgo at={log.dataUpdatedAt} />
          </>
        ) : undefined
      }
    >
      {log.isError && (
        <ErrorBanner
          message={`Activity error: ${errorOrStatus(log.error)}`}
          onRetry={() => void log.refetch()}
          retrying={log.isFetching}
          className="mx-3.5 mb-3.5"
        />
      )}
      {log.isPending && <Loading phone={phone} />}
      {items && items.length > 0 && (
        <div aria-busy={log.isPlaceholderData} className={log.isPlaceholderData ? 'opacity-60' : undefined}>
          <List items={items} unfolded={unfolded} />
        </div>
      )}
      {log.data?.total === 0 && (
        <EmptyState
          object={Books}
          title="No activity."
          text={
            address.filtered
              ? 'Nothing that was done fits these filters.'
              : 'Every change, sign-in and redemption is written down here.'
          }
          action={
            address.filtered ? (
              <Button kind="outline" size="small" onClick={address.clear}>
                Clear filters
              </Button>
            ) : (
              <Button kind="outline" size="small" onClick={() => void log.refetch()}>
                Look again
              </Button>
            )
          }
          className="border-t-[1.5px] border-line py-10"
        />
      )}
    </TableCard>
  );
}

type ActivityFiltersProps = {
  address: Address;
  /** There are rows; where there are none, the way out stands in their place. */
  found: boolean;
};

function ActivityFilters({ address, found }: ActivityFiltersProps) {
  const { filters: chosen, filtered, set, type, clear } = address;
  const actionsId = useId();
  return (
    <FilterBar label="Activity" className="w-full pb-1.5">
      <Filter label="Actor">
        <TextInput
          value={chosen.actor}
          onChange={(event) => type('actor', event.currentTarget.value)}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </Filter>
      <Filter label="Action" className="sm:w-52">
        <TextInput
          value={chosen.action}
          onChange={(event) => type('action', event.currentTarget.value)}
          list={actionsId}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
        <datalist id={actionsId}>
          {knownActions.map((action) => (
            <option key={action} value={action}>
              {words(action)}
            </option>
          ))}
        </datalist>
      </Filter>
      <Filter label="About" className="max-sm:basis-full! sm:w-40">
        <SelectInput
          value={chosen.entityType}
          onChange={(event) => set({ entityType: filters.entityType(event.currentTarget.value) })}
        >
          <option value="">Everything</option>
          {entityTypes.map((entityType) => (
            <option key={entityType} value={entityType}>
              {thingName(entityType)}
            </option>
          ))}
        </SelectInput>
      </Filter>
      <Filter label="From">
        <DateInput
          value={chosen.from}
          max={chosen.to || undefined}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
      </Filter>
      <Filter label="To">
        <DateInput
          value={chosen.to}
          min={chosen.from || undefined}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </Filter>
      {filtered && found && (
        <Button
          kind="ghost"
          size="console"
          icon={X}
          onClick={clear}
          className="max-sm:min-h-11 max-sm:w-full"
        >
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}

function Loading({ phone }: { phone: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">Loading…</span>
      {phone ? <ActivityCardsSkeleton /> : <ActivityTableSkeleton />}
    </div>
  );
}
