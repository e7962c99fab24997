import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Ban, CalendarPlus, CheckCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { ParticipantFilter } from '#features/donors/ParticipantFilter.tsx';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { TagObject } from '#web/art/TagObject.tsx';
import { ClearFilters, ClearFiltersInBar } from '#web/console/ClearFilters.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { PersonLink } from '#web/console/PersonLink.tsx';
import { anyRow, anyText, type ListAddress, oneOf, useListAddress } from '#web/console/useListAddress.ts';
import { ExportCsv } from '#web/console/ExportCsv.tsx';
import { Button } from '#web/ui/Button.tsx';
import { type Column, RowButton } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { formatLastDay } from '#words/formats.ts';
import { ExtendCodeDialog, MarkCodeUsedDialog, RevokeCodeDialog } from './CodeDialogs.tsx';
import { ownerDetails, ownerName, usesText } from './codeWords.ts';
import { type CodeRow, contract, statusFilters } from './contract.ts';
import { CreateCodeDialog } from './CreateCodeDialog.tsx';
import { displayStatus, toCodeState, whyNotMarkable, whyNotRevocable } from './rules.ts';

const filters = { q: anyText, status: oneOf(statusFilters), participantId: anyRow };

const actionDialogs = {
  markUsed: MarkCodeUsedDialog,
  extend: ExtendCodeDialog,
  revoke: RevokeCodeDialog,
};

type CodeAction = { dialog: keyof typeof actionDialogs; code: CodeRow };

/** @param now the instant at which the list was loaded. */
function codeColumns(
  now: Date,
  timeZone: TimeZone,
  onAction: (action: CodeAction) => void,
): Column<CodeRow>[] {
  const expiryDay = (code: CodeRow) => formatLastDay(new Date(code.expires_at), timeZone);
  return [
    {
      name: 'Code',
      kind: 'heading',
      className: 'max-lg:w-full max-lg:min-w-26 max-lg:wrap-anywhere',
      cell: (code, place) => (
        <>
          <span className="tracking-[.02em] whitespace-nowrap tabular">{code.code}</span>
          {place === 'row' && <OwnerLink code={code} className="block w-fit font-normal lg:hidden" />}
        </>
      ),
    },
    {
      name: 'Participant',
      kind: 'line',
      from: 'lg',
      className: 'w-3/5 min-w-36 wrap-anywhere',
      cell: (code) => (
        <>
          <span className="text-ink">
            <OwnerLink code={code} />
          </span>{' '}
          <span className="text-muted md:ms-1 md:max-[1239px]:hidden">{ownerDetails(code)}</span>
        </>
      ),
    },
    { name: 'Uses', only: 'table', nowrap: true, cell: usesText },
    { name: 'Expires', only: 'table', nowrap: true, cell: expiryDay },
    {
      name: 'Partner',
      only: 'table',
      from: 'bar',
      quiet: (code) => code.partner_name === null,
      className: 'truncate max-lg:max-w-40 lg:w-2/5 lg:max-w-0',
      cell: (code) => code.partner_name ?? 'Any',
    },
    {
      name: 'Terms',
      kind: 'line',
      only: 'card',
      cell: (code) =>
        `${usesText(code)} used, expires ${expiryDay(code)}` +
        (code.partner_name === null ? '' : `, only at ${code.partner_name}`),
    },
    {
      name: 'Status',
      kind: 'pill',
      cell: (code) => <StatusPill status={displayStatus(toCodeState(code), now)} size="small" />,
    },
    {
      name: 'Actions',
      kind: 'actions',
      buttons: 3,
      className: 'max-[1239px]:[&_svg]:hidden',
      cell: (code) => {
        const whyNotChangeable = whyNotRevocable(toCodeState(code)) ?? undefined;
        return (
          <>
            <RowButton
              kind="ghost"
              icon={CheckCheck}
              disabledReason={whyNotMarkable(toCodeState(code), now) ?? undefined}
              onClick={() => onAction({ dialog: 'markUsed', code })}
            >
              Mark used
            </RowButton>
            <RowButton
              kind="ghost"
              icon={CalendarPlus}
              disabledReason={whyNotChangeable}
              onClick={() => onAction({ dialog: 'extend', code })}
            >
              Extend
            </RowButton>
            <RowButton
              kind="clayGhost"
              icon={Ban}
              disabledReason={whyNotChangeable}
              onClick={() => onAction({ dialog: 'revoke', code })}
            >
              Revoke
            </RowButton>
          </>
        );
      },
    },
  ];
}

/** The owner of a code, as a link to their page unless they were removed. */
function OwnerLink({ code, className }: { code: CodeRow; className?: string }) {
  if (code.participant_removed_at !== null) {
    return <span className="font-normal text-muted">{ownerName(code)}</span>;
  }
  return (
    <PersonLink id={code.participant_id} className={className}>
      {ownerName(code)}
    </PersonLink>
  );
}

export function CodesTab() {
  const address = useListAddress(filters);
  const { timeZone } = useSiteInfo();
  const list = useQuery({
    ...endpointQuery(contract.codes, { query: address.query }),
    placeholderData: keepPreviousData,
  });
  const [isCreating, setIsCreating] = useState(false);
  const [action, setAction] = useState<CodeAction | null>(null);
  const ActionDialog = action && actionDialogs[action.dialog];

  return (
    <>
      <DataList
        title="Codes"
        label="Reward codes"
        list={list}
        address={address}
        columns={codeColumns(new Date(list.dataUpdatedAt), timeZone, setAction)}
        failure={() => 'Failed to load codes'}
        toolbar={<CodesToolbar address={address} onCreate={() => setIsCreating(true)} />}
        empty={
          <EmptyState
            object={TagObject}
            title="No codes found."
            text={
              address.isFiltered
                ? 'Other filters may show more.'
                : 'A confirmed donation brings its donor a reward code. You can also create one by hand.'
            }
            action={
              address.isFiltered ? (
                <ClearFilters onClear={address.clear} />
              ) : (
                <Button kind="outline" size="small" icon={Plus} onClick={() => setIsCreating(true)}>
                  Create the first code
                </Button>
              )
            }
          />
        }
      />
      {isCreating && <CreateCodeDialog onClose={() => setIsCreating(false)} />}
      {ActionDialog && <ActionDialog code={action.code} onClose={() => setAction(null)} />}
    </>
  );
}

const statusLabels: Readonly<Record<(typeof statusFilters)[number], string>> = {
  any: 'Any status',
  unused: 'Unused',
  used: 'Used',
  expired: 'Expired',
};

const toolbarButton = 'max-md:min-h-11 max-sm:px-3 max-[22rem]:[&>svg]:hidden';

function CodesToolbar({ address, onCreate }: { address: ListAddress<typeof filters>; onCreate: () => void }) {
  const { filters: chosen, set, typeInto } = address;
  const { status, q, participantId } = address.query;
  return (
    <>
      <div className="ms-auto flex gap-2.5 max-sm:w-full max-sm:flex-col">
        <ExportCsv
          list="Codes"
          href={endpointUrl(contract.exportCodes, { query: { status, q, participantId } })}
        />
        <Button size="console" icon={Plus} onClick={onCreate} className={toolbarButton}>
          Create code
        </Button>
      </div>
      <FilterBar label="Codes" className="w-full pb-1">
        <SearchBox
          label="Search"
          labelHidden={false}
          placeholder="Code, name, email or donor ID"
          value={chosen.q}
          onChange={(text) => typeInto('q', text)}
          className="max-md:basis-full! md:min-w-56 md:flex-1 lg:max-w-96"
        />
        <Filter label="Status">
          <SelectInput
            value={chosen.status}
            onChange={({ currentTarget: { value } }) => set({ status: filters.status(value) })}
          >
            {statusFilters.map((value) => (
              <option key={value} value={value}>
                {statusLabels[value]}
              </option>
            ))}
          </SelectInput>
        </Filter>
        <ParticipantFilter id={chosen.participantId} onChange={(id) => set({ participantId: id })} />
        {address.isFiltered && <ClearFiltersInBar onClear={address.clear} />}
      </FilterBar>
    </>
  );
}
