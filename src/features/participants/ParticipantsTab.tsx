import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type EndpointResponse, endpointUrl } from '#shared/endpoint.ts';
import { errorOrStatus } from '#web/api/errorOrStatus.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Teapot } from '#web/art/Teapot.tsx';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ClearFilters } from '#web/console/ClearFilters.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { anyText, oneOf, useListAddress, type ListAddress } from '#web/console/useListAddress.ts';
import { Button } from '#web/ui/Button.tsx';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { StateChips } from '#web/ui/StateChips.tsx';
import { contract, participantSorts, type ParticipantMatch } from './contract.ts';
import { EditParticipantDialog } from './EditParticipantDialog.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { ParticipantCards } from './ParticipantCards.tsx';
import { participantColumns, ParticipantsTable } from './ParticipantsTable.tsx';

const sortIn = oneOf(participantSorts);
const filters = { q: anyText, sort: sortIn, claim: oneOf(['', 'open', 'proven']) };

type Merging = { source: ParticipantMatch; intoId?: number | undefined };

type Address = ListAddress<typeof filters>;

export function ParticipantsTab() {
  const address = useListAddress(filters);
  const [editing, setEditing] = useState<ParticipantMatch | null>(null);
  const [merging, setMerging] = useState<Merging | null>(null);
  const list = useQuery({
    ...endpointQuery(contract.participants, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ListCard
        title="Participants"
        list={list}
        address={address}
        keys={{ onOpen: setEditing }}
        failure={(error) => `Participants error: ${errorOrStatus(error)}`}
        toolbar={<ParticipantFilters address={address} claims={list.data?.claims} />}
        skeletons={{
          table: <TableSkeleton columns={participantColumns()} rows={10} />,
          cards: <CardsSkeleton lines={['w-2/5', 'w-4/5', 'w-3/5']} buttons />,
        }}
        empty={<Nobody address={address} onRefresh={list.refetch} />}
      >
        {(participants, asCards) => {
          const List = asCards ? ParticipantCards : ParticipantsTable;
          return (
            <List
              participants={participants}
              sort={address.query.sort}
              onEdit={setEditing}
              onMerge={(source) => setMerging({ source })}
            />
          );
        }}
      </ListCard>
      {editing && (
        <EditParticipantDialog
          participant={editing}
          onClose={() => setEditing(null)}
          onMerge={(intoId) => {
            setEditing(null);
            setMerging({ source: editing, intoId });
          }}
        />
      )}
      {merging && <MergeDialog {...merging} onClose={() => setMerging(null)} />}
    </>
  );
}

const sortWords: Readonly<Record<(typeof participantSorts)[number], string>> = {
  recent: 'Most recent',
  name: 'Name',
  total: 'Most donations',
};

type Claims = EndpointResponse<typeof contract.participants>['claims'];

type FiltersProps = { address: Address; claims: Claims | undefined };

function ParticipantFilters({ address: { filters: chosen, set, type }, claims }: FiltersProps) {
  const { proven = 0, open } = claims ?? {};
  const chips: { state: Address['filters']['claim']; words: string; count?: number | undefined }[] = [
    { state: '', words: 'Everyone' },
    { state: 'open', words: 'Claims', count: open },
  ];
  // There are none without mail.
  if (proven > 0 || chosen.claim === 'proven')
    chips.push({ state: 'proven', words: 'Proven', count: proven });
  return (
    <FilterBar label="Participants" className="max-lg:w-full">
      <div className="max-lg:basis-full">
        <StateChips chips={chips} chosen={chosen.claim} onChoose={(claim) => set({ claim })} />
      </div>
      <SearchBox
        label="Search participants"
        placeholder="Name, email, phone or ID"
        value={chosen.q}
        onChange={(text) => type('q', text)}
        className="max-md:basis-full! md:max-lg:flex-1 lg:w-64"
      />
      <Filter label="Sort by" labelHidden className="sm:max-md:flex-1 md:w-40">
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
      <Button asChild kind="outline" size="console" icon={Download} className="max-md:min-h-11">
        <a href={endpointUrl(contract.exportParticipants, { query: { q: chosen.q.trim() } })} download>
          Export CSV
        </a>
      </Button>
    </FilterBar>
  );
}

type NobodyProps = { address: Address; onRefresh: () => Promise<unknown> };

function Nobody({ address, onRefresh }: NobodyProps) {
  const { q, claim } = address.query;
  if (claim) {
    return (
      <EmptyState
        object={Teapot}
        title={q ? 'No participants found.' : 'Nobody claims anything.'}
        text={
          q
            ? `Nobody with a claim fits “${q}”.`
            : 'What somebody says at a sign-in, and is not noted yet, waits here for an admin.'
        }
        action={<ClearFilters onClear={address.clear} />}
      />
    );
  }
  return (
    <EmptyState
      object={Teapot}
      title={q ? 'No participants found.' : 'No participants yet.'}
      text={
        q
          ? `No name, email, phone number or donor ID fits “${q}”.`
          : 'The first donation under a donor ID makes its participant.'
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
    />
  );
}
