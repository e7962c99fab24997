import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { endpointUrl } from '#shared/endpoint.ts';
import { errorOrStatus } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Teapot } from '#web/art/Teapot.tsx';
import { ListPager } from '#web/console/ListPager.tsx';
import { useRowKeys } from '#web/console/useRowKeys.ts';
import { anyText, oneOf, useListAddress, type ListAddress } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { TableCard, TableTitle } from '#web/ui/Table.tsx';
import { UpdatedAgo } from '#web/ui/UpdatedAgo.tsx';
import { PHONE, useMediaQuery } from '#web/ui/useMediaQuery.ts';
import { contract, participantSorts, type ParticipantMatch } from './contract.ts';
import { EditParticipantDialog } from './EditParticipantDialog.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { ParticipantCards, ParticipantCardsSkeleton } from './ParticipantCards.tsx';
import { ParticipantsTable, ParticipantsTableSkeleton } from './ParticipantsTable.tsx';

const sortIn = oneOf(participantSorts);
const filters = { q: anyText, sort: sortIn };

type Address = ListAddress<typeof filters>;

export function ParticipantsTab() {
  const address = useListAddress(filters);
  const phone = useMediaQuery(PHONE);
  const [editing, setEditing] = useState<ParticipantMatch | null>(null);
  const [merging, setMerging] = useState<ParticipantMatch | null>(null);
  const list = useQuery({
    ...endpointQuery(contract.participants, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const items = list.data?.items;
  const List = phone ? ParticipantCards : ParticipantsTable;
  useRowKeys({ rows: items ?? [], onOpen: setEditing });

  return (
    <>
      <TableCard
        toolbar={
          <>
            <TableTitle count={list.data?.total}>Participants</TableTitle>
            <ParticipantFilters address={address} />
          </>
        }
        footer={
          list.data && list.data.total > 0 ? (
            <>
              <ListPager page={list.data} address={address} />
              <UpdatedAgo at={list.dataUpdatedAt} />
            </>
          ) : undefined
        }
      >
        {list.isError && (
          <ErrorBanner
            message={`Participants error: ${errorOrStatus(list.error)}`}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
            className="mx-3.5 mb-3.5"
          />
        )}
        {list.isPending && <Loading phone={phone} />}
        {items && items.length > 0 && (
          <div
            aria-busy={list.isPlaceholderData}
            className={list.isPlaceholderData ? 'opacity-60' : undefined}
          >
            <List participants={items} sort={address.query.sort} onEdit={setEditing} onMerge={setMerging} />
          </div>
        )}
        {list.data?.total === 0 && <Nobody address={address} onRefresh={list.refetch} />}
      </TableCard>
      {editing && (
        <EditParticipantDialog
          participant={editing}
          onClose={() => setEditing(null)}
          onMerge={() => {
            setEditing(null);
            setMerging(editing);
          }}
        />
      )}
      {merging && <MergeDialog source={merging} onClose={() => setMerging(null)} />}
    </>
  );
}

const sortWords: Readonly<Record<(typeof participantSorts)[number], string>> = {
  recent: 'Most recent',
  name: 'Name',
  total: 'Most donations',
};

function ParticipantFilters({ address: { filters: chosen, set, type } }: { address: Address }) {
  return (
    <FilterBar label="Participants">
      <SearchBox
        label="Search participants"
        placeholder="Name, email, phone or ID"
        value={chosen.q}
        onChange={(text) => type('q', text)}
      />
      <Filter label="Sort by" labelHidden>
        <SelectInput
          value={chosen.sort}
          onChange={(event) => set({ sort: sortIn(event.currentTarget.value) })}
        >
          {participantSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortWords[sort]}
            </option>
          ))}
        </SelectInput>
      </Filter>
      <Button asChild kind="outline" size="console" icon={Download} className="max-sm:min-h-11">
        <a href={endpointUrl(contract.exportParticipants, { query: { q: chosen.q.trim() } })} download>
          Export CSV
        </a>
      </Button>
    </FilterBar>
  );
}

type NobodyProps = { address: Address; onRefresh: () => Promise<unknown> };

function Nobody({ address, onRefresh }: NobodyProps) {
  const { q } = address.query;
  return (
    <EmptyState
      object={Teapot}
      title={q ? 'No participants found.' : 'No participants yet.'}
      text={
        q
          ? `No name, email, phone number or donor ID fits “${q}”.`
          : 'The first donation or sign-in of a donor ID makes its participant.'
      }
      action={
        q ? (
          <Button kind="outline" size="small" onClick={() => address.set({ q: '' })}>
            Clear search
          </Button>
        ) : (
          <Button kind="outline" size="small" onClick={() => void onRefresh()}>
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
      {phone ? <ParticipantCardsSkeleton /> : <ParticipantsTableSkeleton />}
    </div>
  );
}
