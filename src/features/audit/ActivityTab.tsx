import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useId } from 'react';
import { Link, type To } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { lengths } from '#shared/lengths.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorOrStatus } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Books } from '#web/art/Books.tsx';
import { ClearFiltersInBar, ClearFiltersOrReload } from '#web/console/ClearFilters.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { useDonationAddress } from '#web/console/donationAddress.ts';
import { personActivityAddress, PersonLink } from '#web/console/PersonLink.tsx';
import {
  anyDay,
  anyRow,
  anyText,
  oneOf,
  useListAddress,
  type ListAddress,
} from '#web/console/useListAddress.ts';
import { paths } from '#web/paths.ts';
import type { Column } from '#web/ui/DataRows.tsx';
import { DetailFacts } from '#web/ui/Table.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { DateInput, SelectInput, TextInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar } from '#web/ui/FilterBar.tsx';
import { formatInstant } from '#words/formats.ts';
import { type AuditItem, contract, entityTypes } from './contract.ts';
import {
  actionLabels,
  actorName,
  auditLine,
  detailLines,
  entityTypeName,
  humanizeIdentifier,
} from './labels.ts';

const filters = {
  actor: anyText,
  action: anyText,
  entityType: oneOf(['', ...entityTypes]),
  participantId: anyRow,
  from: anyDay,
  to: anyDay,
};

type Address = ListAddress<typeof filters>;

const activityColumns = (timeZone: TimeZone): Column<AuditItem>[] => [
  {
    name: 'When',
    kind: 'line',
    nowrap: true,
    quiet: true,
    className: 'w-px pe-5',
    cell: ({ createdAt }) => formatInstant(new Date(createdAt), timeZone),
  },
  {
    name: 'What happened',
    kind: 'text',
    className: 'wrap-anywhere',
    cell: (item) => <EntrySentence item={item} />,
  },
];

type ActivityTabProps = {
  /** A prop, because the feature `donors` imports this one. */
  ParticipantFilter: ComponentType<{ id: string; onChange: (id: string) => void; className: string }>;
};

export function ActivityTab({ ParticipantFilter }: ActivityTabProps) {
  const address = useListAddress(filters);
  const { timeZone } = useSiteInfo();
  const log = useQuery({
    ...endpointQuery(contract.auditLog, { query: address.query }),
    // Changes on other tabs add entries.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <DataList
      title="Activity"
      list={log}
      address={address}
      columns={activityColumns(timeZone)}
      details={renderDetails(timeZone)}
      failure={(error) => `Activity error: ${errorOrStatus(error)}`}
      toolbar={
        <ActivityFilters address={address} hasEntries={log.data?.total !== 0}>
          <ParticipantFilter
            id={address.filters.participantId}
            onChange={(participantId) => address.set({ participantId })}
            className={`max-sm:basis-full! ${filterWidth} lg:w-52!`}
          />
        </ActivityFilters>
      }
      skeletonRows={10}
      empty={
        <EmptyState
          object={Books}
          title="No activity."
          text={
            address.isFiltered
              ? 'Nothing that was done fits these filters.'
              : 'Every change, sign-in and redemption is written down here.'
          }
          action={<ClearFiltersOrReload address={address} onRefresh={() => void log.refetch()} />}
        />
      }
    />
  );
}

type ActivityFiltersProps = {
  address: Address;
  /** False if the list is empty: it then has its own button that clears the filters. */
  hasEntries: boolean;
  /** The filter by participant. */
  children: ReactNode;
};

// The filters fill two rows on tablets and one on desktops.
const filterWidth = 'sm:max-lg:flex-[1_1_11rem] lg:w-36';

const searchProps = { maxLength: lengths.search, autoComplete: 'off', spellCheck: false };

function ActivityFilters({ address, hasEntries, children }: ActivityFiltersProps) {
  const { filters: chosen, isFiltered, set, typeInto, clear } = address;
  const actionsId = useId();
  return (
    <FilterBar label="Activity" className="w-full pb-1.5">
      <Filter label="Actor" className={filterWidth}>
        <TextInput
          {...searchProps}
          value={chosen.actor}
          onChange={(event) => typeInto('actor', event.currentTarget.value)}
        />
      </Filter>
      <Filter label="Action" className={`${filterWidth} lg:w-44!`}>
        <TextInput
          {...searchProps}
          value={chosen.action}
          onChange={(event) => typeInto('action', event.currentTarget.value)}
          list={actionsId}
        />
        <datalist id={actionsId}>
          {[...actionLabels.keys()].map((action) => (
            <option key={action} value={action}>
              {humanizeIdentifier(action)}
            </option>
          ))}
        </datalist>
      </Filter>
      <Filter label="About" className={`max-sm:basis-full! ${filterWidth}`}>
        <SelectInput
          value={chosen.entityType}
          onChange={(event) => set({ entityType: filters.entityType(event.currentTarget.value) })}
        >
          <option value="">Everything</option>
          {entityTypes.map((entityType) => (
            <option key={entityType} value={entityType}>
              {entityTypeName(entityType)}
            </option>
          ))}
        </SelectInput>
      </Filter>
      {children}
      <Filter label="From" className={`${filterWidth} lg:w-38!`}>
        <DateInput
          value={chosen.from}
          max={chosen.to || undefined}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
      </Filter>
      <Filter label="To" className={`${filterWidth} lg:w-38!`}>
        <DateInput
          value={chosen.to}
          min={chosen.from || undefined}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
      </Filter>
      {isFiltered && hasEntries && <ClearFiltersInBar onClear={clear} className="max-sm:w-full" />}
    </FilterBar>
  );
}

function EntrySentence({ item }: { item: AuditItem }) {
  const { actor, label, subject } = auditLine(item);
  return (
    <>
      <b className="font-[650]">{actor}</b> {label}{' '}
      {subject !== null && <Subject item={item}>{subject}</Subject>}
    </>
  );
}

const subjectLinkClass = 'rounded-shelf font-medium text-spruce underline underline-offset-4';

type SubjectProps = { item: AuditItem; children: string };

/** The subject as a link, if the console has an address for it. */
function Subject({ item: { entityType, entityId, entityName }, children }: SubjectProps) {
  const donationAddress = useDonationAddress();
  if (entityId === null) return children;
  if (entityType === 'participant') {
    return (
      <PersonLink id={entityId} className={subjectLinkClass}>
        {children}
      </PersonLink>
    );
  }
  if (entityType === 'donation') return <SubjectLink to={donationAddress(entityId)}>{children}</SubjectLink>;
  if (entityType === 'code' && entityName !== null) {
    return <SubjectLink to={codesAddress(entityName)}>{children}</SubjectLink>;
  }
  return children;
}

function SubjectLink({ to, children }: { to: To; children: string }) {
  return (
    <Link to={to} preventScrollReset className={subjectLinkClass}>
      {children}
    </Link>
  );
}

function Participant({ id, name }: { id: number; name: string | null }) {
  return (
    <>
      {name === null ? (
        `participant #${id}`
      ) : (
        <PersonLink id={id} className={subjectLinkClass}>
          {name}
        </PersonLink>
      )}
      {', '}
      <Link to={personActivityAddress(id)} className={subjectLinkClass}>
        all activity
      </Link>
    </>
  );
}

const renderDetails = (timeZone: TimeZone) => (item: AuditItem) => (
  <DetailFacts facts={detailFacts(item, timeZone)} />
);

function detailFacts(item: AuditItem, timeZone: TimeZone): [string, ReactNode][] {
  const { participantId: id, participantName: name, address: networkAddress } = item;
  const actor = actorName(item);
  const participant = id && <Participant id={id} name={name} />;
  const facts: [string, ReactNode][] = [
    ['Action', item.action],
    ['Done by', actor === item.actorRole ? actor : `${actor}, ${item.actorRole}`],
    ['Participant', participant],
    ...detailLines(item, timeZone),
    ['Address', networkAddress],
    ['Request ID', item.requestId],
  ];
  return facts.filter(([, value]) => value !== null);
}

function codesAddress(code: string): string {
  return `${paths.consoleTab('codes')}&${new URLSearchParams({ q: code }).toString()}`;
}
