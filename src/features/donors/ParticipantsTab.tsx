import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link2, Link2Off, MailCheck, Merge, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { type EndpointResponse, endpointUrl } from '#shared/endpoint.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorOrStatus } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Teapot } from '#web/art/Teapot.tsx';
import { ClearFiltersOrReload } from '#web/console/ClearFilters.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { anyText, oneOf, useListAddress, type ListAddress } from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import { ExportCsv } from '#web/console/ExportCsv.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { type Column, RowButton, useRowSize } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar, SearchBox, StateChips } from '#web/ui/FilterBar.tsx';
import { formatInstant, formatInstantDay } from '#words/formats.ts';
import { claimWithStatus } from './claimWords.ts';
import { contract, participantSorts, type ParticipantMatch } from './contract.ts';
import { EditParticipantDialog, MergeDialog } from './ParticipantDialogs.tsx';
import type { PickedParticipant } from './ParticipantCombobox.tsx';
import { participantName } from './participantName.ts';

const readSort = oneOf(participantSorts);
const filters = { q: anyText, sort: readSort, claim: oneOf(['', 'open', 'proven']) };

type Address = ListAddress<typeof filters>;

type OpenMerge = { source: ParticipantMatch; target?: PickedParticipant };

type ColumnContext = {
  sort: Address['query']['sort'];
  timeZone: TimeZone;
  onEdit: (participant: ParticipantMatch) => void;
  onMerge: (merge: OpenMerge) => void;
};

function participantColumns({ sort, timeZone, onEdit, onMerge }: ColumnContext): Column<ParticipantMatch>[] {
  return [
    {
      name: 'Name',
      kind: 'heading',
      sort: sort === 'name' ? 'ascending' : undefined,
      className: 'min-w-32 max-lg:w-full py-1.5 lg:max-[1399px]:w-[42%] min-[1400px]:max-w-64 wrap-anywhere',
      cell: (participant, on) => (
        <>
          <NameCell participant={participant} />
          {on === 'row' && participant.email !== null && (
            <span className="block font-normal lg:hidden">{participant.email}</span>
          )}
        </>
      ),
    },
    {
      name: 'Email',
      kind: 'line',
      quiet: ({ email }) => email === null,
      from: 'lg',
      className: 'truncate max-[1399px]:max-w-0 lg:max-[1399px]:w-[58%] min-[1400px]:max-w-64',
      cell: ({ email }, on) => email ?? (on === 'row' ? 'None' : null),
    },
    {
      name: 'Phone',
      kind: 'line',
      quiet: ({ phone }) => phone === null,
      nowrap: true,
      from: 'wide',
      cell: ({ phone }, on) => phone ?? (on === 'row' ? 'None' : null),
    },
    {
      name: 'Total',
      align: 'end',
      sort: sort === 'total' ? 'descending' : undefined,
      only: 'table',
      cell: ({ total_donations: total }) => total.toLocaleString('en-CA'),
    },
    {
      name: 'Confirmed',
      align: 'end',
      only: 'table',
      cell: ({ confirmed_donations: confirmed }) => confirmed.toLocaleString('en-CA'),
    },
    {
      name: 'Last donation',
      sort: sort === 'recent' ? 'descending' : undefined,
      quiet: ({ last_donation_at: lastDonationAt }) => lastDonationAt === null,
      nowrap: true,
      from: 'lg',
      only: 'table',
      className: 'ps-6',
      cell: ({ last_donation_at: lastDonationAt }) =>
        lastDonationAt === null ? 'None' : formatInstant(new Date(lastDonationAt), timeZone),
    },
    {
      name: 'Donations',
      kind: 'line',
      only: 'card',
      cell: (participant) => donationsText(participant, timeZone),
    },
    {
      name: 'Actions',
      kind: 'actions',
      buttons: 3,
      className: 'max-[1399px]:[&_svg]:hidden',
      cell: (participant) =>
        participant.removed_at === null && (
          <>
            <ShareLinkButton participant={participant} />
            <RowButton icon={Merge} onClick={() => onMerge({ source: participant })}>
              Merge
            </RowButton>
            <RowButton kind="outline" icon={Pencil} onClick={() => onEdit(participant)}>
              Edit
            </RowButton>
          </>
        ),
    },
  ];
}

export function ParticipantsTab() {
  const address = useListAddress(filters);
  const { timeZone } = useSiteInfo();
  const [editedParticipant, setEditedParticipant] = useState<ParticipantMatch | null>(null);
  const [openMerge, setOpenMerge] = useState<OpenMerge | null>(null);
  const list = useQuery({
    ...endpointQuery(contract.participants, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const { q, sort, claim } = address.query;
  return (
    <>
      <DataList
        title="Participants"
        list={list}
        address={address}
        columns={participantColumns({ sort, timeZone, onEdit: setEditedParticipant, onMerge: setOpenMerge })}
        keys={{ onOpen: setEditedParticipant }}
        failure={(error) => `Participants error: ${errorOrStatus(error)}`}
        toolbar={<ListFilters address={address} claims={list.data?.claims} />}
        skeletonRows={10}
        empty={
          <EmptyState
            object={Teapot}
            title={emptyTitle(q, claim)}
            text={emptyText(q, claim)}
            action={
              q && !claim ? (
                <Button kind="outline" size="small" onClick={() => address.set({ q: '' })}>
                  Clear search
                </Button>
              ) : (
                <ClearFiltersOrReload address={address} onRefresh={() => void list.refetch()} />
              )
            }
          />
        }
      />
      {editedParticipant && (
        <EditParticipantDialog
          participant={editedParticipant}
          onClose={() => setEditedParticipant(null)}
          onMerge={(target) => {
            setEditedParticipant(null);
            setOpenMerge({ source: editedParticipant, target });
          }}
        />
      )}
      {openMerge && <MergeDialog {...openMerge} onClose={() => setOpenMerge(null)} />}
    </>
  );
}

/** The name, or else the donor IDs, with the claim under it. */
function NameCell({ participant }: { participant: ParticipantMatch }) {
  const { id, displayName, studentIds, isClaimProven } = participant;
  const claim = claimWithStatus(participant);
  if (participant.removed_at !== null) {
    return <span className="font-normal text-muted">{participantName(participant)}</span>;
  }
  return (
    <>
      <PersonLink id={id}>
        {displayName ??
          (studentIds.join(', ') || <span className="font-normal text-muted">No name yet</span>)}
      </PersonLink>
      {claim !== null && (
        <span
          className={classNames(
            'block text-[0.875rem] leading-[1.3] font-normal whitespace-normal wrap-anywhere',
            isClaimProven ? 'text-spruce' : 'text-wheat-deep',
          )}
        >
          {isClaimProven && (
            <MailCheck size={15} aria-hidden="true" className="me-1 inline-block align-[-2px]" />
          )}
          <span>{claim}</span>
        </span>
      )}
    </>
  );
}

/** Copies the share link. If it is off, leads to the person's page, where it can be switched on. */
function ShareLinkButton({ participant: { id, shareToken, isShareOff } }: { participant: ParticipantMatch }) {
  const size = useRowSize();
  if (isShareOff) {
    return (
      <RowButton asChild icon={Link2Off}>
        <Link to={paths.consolePerson(id)}>Share link off</Link>
      </RowButton>
    );
  }
  return (
    <CopyButton
      text={new URL(paths.sharedStatus(shareToken), window.location.origin).href}
      label="Share link"
      icon={Link2}
      kind={size === 'row' ? 'quiet' : 'outline'}
      size={size}
    />
  );
}

/** `8 donations, 6 confirmed, last Nov 19, 2026`. */
function donationsText(participant: ParticipantMatch, timeZone: TimeZone): string {
  const { total_donations: total, confirmed_donations: confirmed, last_donation_at: last } = participant;
  if (total === 0) return 'No donations';
  const counts = `${total.toLocaleString('en-CA')} ${total === 1 ? 'donation' : 'donations'}, ${confirmed.toLocaleString('en-CA')} confirmed`;
  return last === null ? counts : `${counts}, last ${formatInstantDay(new Date(last), timeZone)}`;
}

const sortLabels: Readonly<Record<(typeof participantSorts)[number], string>> = {
  recent: 'Most recent',
  name: 'Name',
  total: 'Most donations',
};

type ListFiltersProps = {
  address: Address;
  claims: EndpointResponse<typeof contract.participants>['claims'] | undefined;
};

function ListFilters({ address: { filters: chosen, set, typeInto }, claims }: ListFiltersProps) {
  const { proven = 0, open } = claims ?? {};
  const chips: { state: Address['filters']['claim']; label: string; count?: number | undefined }[] = [
    { state: '', label: 'Everyone' },
    { state: 'open', label: 'Not yet checked', count: open },
  ];
  // On a site without mail no claim can be proven.
  if (proven > 0 || chosen.claim === 'proven')
    chips.push({ state: 'proven', label: 'Code entered', count: proven });
  return (
    <FilterBar label="Participants" className="max-lg:w-full">
      <div className="max-lg:basis-full">
        <StateChips chips={chips} chosen={chosen.claim} onChoose={(claim) => set({ claim })} />
      </div>
      <SearchBox
        label="Search participants"
        placeholder="Name, email, phone or ID"
        value={chosen.q}
        onChange={(text) => typeInto('q', text)}
        className="max-md:basis-full! md:max-lg:flex-1 lg:w-64"
      />
      <Filter label="Sort by" labelHidden className="sm:max-md:flex-1 md:w-40">
        <SelectInput
          value={chosen.sort}
          onChange={(event) => set({ sort: readSort(event.currentTarget.value) })}
        >
          {participantSorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </SelectInput>
      </Filter>
      <ExportCsv
        list="Participants"
        href={endpointUrl(contract.exportParticipants, { query: { q: chosen.q.trim() } })}
      />
    </FilterBar>
  );
}

function emptyTitle(q: string, claim: string): string {
  if (q) return 'No participants found.';
  return claim ? 'Nothing to check.' : 'No participants yet.';
}

function emptyText(q: string, claim: string): string {
  if (claim) {
    return q
      ? `Nobody with details to check fits “${q}”.`
      : 'What somebody types at a sign-in waits here until an admin checks it.';
  }
  return q
    ? `No name, email, phone number or donor ID fits “${q}”.`
    : 'Donors appear here after their first donation.';
}
