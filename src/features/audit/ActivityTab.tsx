import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useId } from 'react';
import { errorOrStatus } from '#web/api/errorOrStatus.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Books } from '#web/art/Books.tsx';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import {
  anyDay,
  anyRow,
  anyText,
  oneOf,
  useListAddress,
  type ListAddress,
} from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DateInput, SelectInput, TextInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar } from '#web/ui/FilterBar.tsx';
import { ActivityCards } from './ActivityCards.tsx';
import { ActivityTable, ActivityTableSkeleton } from './ActivityTable.tsx';
import { contract, entityTypes } from './contract.ts';
import { knownActions, thingName, words } from './sentences.ts';
import { useUnfolded } from './useUnfolded.ts';
import { lengths } from '#shared/lengths.ts';
import { ClearFilters, ClearFiltersInBar } from '#web/console/ClearFilters.tsx';

const filters = {
  actor: anyText,
  action: anyText,
  entityType: oneOf(['', ...entityTypes]),
  participantId: anyRow,
  from: anyDay,
  to: anyDay,
};

type Address = ListAddress<typeof filters>;

type ActivityTabProps = {
  /** The choice of a participant, of whom the log knows the number only. */
  PersonFilter: ComponentType<{ id: string; onChange: (id: string) => void; className: string }>;
};

export function ActivityTab({ PersonFilter }: ActivityTabProps) {
  const address = useListAddress(filters);
  const unfolded = useUnfolded();
  const log = useQuery({
    ...endpointQuery(contract.auditLog, { query: address.query }),
    // Whatever was changed on another tab has added a row here.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <ListCard
      title="Activity"
      list={log}
      address={address}
      keys={{ onOpen: ({ id }) => unfolded.toggle(id) }}
      failure={(error) => `Activity error: ${errorOrStatus(error)}`}
      toolbar={
        <ActivityFilters address={address} found={log.data?.total !== 0}>
          <PersonFilter
            id={address.filters.participantId}
            onChange={(participantId) => address.set({ participantId })}
            className={`max-sm:basis-full! ${filter} lg:w-52!`}
          />
        </ActivityFilters>
      }
      skeletons={{
        table: <ActivityTableSkeleton />,
        cards: <CardsSkeleton cards={6} lines={['w-4/5', 'w-2/5']} />,
      }}
      empty={
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
              <ClearFilters onClear={address.clear} />
            ) : (
              <Button kind="outline" size="small" onClick={() => void log.refetch()}>
                Look again
              </Button>
            )
          }
        />
      }
    >
      {(items, asCards) => {
        const List = asCards ? ActivityCards : ActivityTable;
        return <List items={items} unfolded={unfolded} />;
      }}
    </ListCard>
  );
}

type ActivityFiltersProps = {
  address: Address;
  /** There are rows; where there are none, the way out stands in their place. */
  found: boolean;
  /** The filter by a person. */
  children: ReactNode;
};

// Between phone and desktop they fill two rows, from there on one.
const filter = 'sm:max-lg:flex-[1_1_11rem] lg:w-36';

function ActivityFilters({ address, found, children }: ActivityFiltersProps) {
  const { filters: chosen, filtered, set, type, clear } = address;
  const actionsId = useId();
  return (
    <FilterBar label="Activity" className="w-full pb-1.5">
      <Filter label="Actor" className={filter}>
        <TextInput
          value={chosen.actor}
          onChange={(event) => type('actor', event.currentTarget.value)}
          maxLength={lengths.search}
          autoComplete="off"
          spellCheck={false}
        />
      </Filter>
      <Filter label="Action" className={`${filter} lg:w-44!`}>
        <TextInput
          value={chosen.action}
          onChange={(event) => type('action', event.currentTarget.value)}
          list={actionsId}
          maxLength={lengths.search}
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
      <Filter label="About" className={`max-sm:basis-full! ${filter}`}>
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
      {children}
      <Filter label="From" className={`${filter} lg:w-38!`}>
        <DateInput
          value={chosen.from}
          max={chosen.to || undefined}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
      </Filter>
      <Filter label="To" className={`${filter} lg:w-38!`}>
        <DateInput
          value={chosen.to}
          min={chosen.from || undefined}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </Filter>
      {filtered && found && <ClearFiltersInBar onClear={clear} className="max-sm:w-full" />}
    </FilterBar>
  );
}
