import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Ban, Mail, Phone, Truck, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Lamp } from '#web/art/Lamp.tsx';
import { ClearFiltersOrReload } from '#web/console/ClearFilters.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { EmailText } from '#web/console/PersonLink.tsx';
import { oneOf, useListAddress } from '#web/console/useListAddress.ts';
import { telephoneUrl } from '#web/content/telephone.ts';
import { type Column, RowButton } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar } from '#web/ui/FilterBar.tsx';
import type { Icon } from '#web/ui/Button.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { formatInstantDay, formatKilograms } from '#words/formats.ts';
import { statusWords } from '#words/site.ts';
import { contract, type PickupRow } from './contract.ts';
import { CancelPickupDialog, UndoPickupDialog } from './PickupReasonDialogs.tsx';
import { PickupStatusDialog } from './PickupStatusDialog.tsx';
import { formatPreference } from './pickupTimes.ts';
import { pickupStatuses, whyNotCancellable, whyNotChangeable } from './rules.ts';

const dialogComponents = { status: PickupStatusDialog, undo: UndoPickupDialog, cancel: CancelPickupDialog };

type OpenDialog = { dialog: keyof typeof dialogComponents; pickup: PickupRow };

const filters = { status: oneOf(['', ...pickupStatuses]) };

function pickupColumns(timeZone: TimeZone, onOpen: (dialog: OpenDialog) => void): Column<PickupRow>[] {
  return [
    {
      name: 'Requested',
      kind: 'line',
      sort: 'descending',
      nowrap: true,
      quiet: true,
      // In a narrower window, the order alone shows which request came first.
      from: 'wide',
      cell: ({ createdAt }, on) => (
        <>
          {on === 'card' && 'Requested '}
          {formatInstantDay(new Date(createdAt), timeZone)}
        </>
      ),
    },
    {
      name: 'Name and contact',
      kind: 'heading',
      className: 'min-w-46 lg:min-w-54 xl:min-w-60 wrap-anywhere',
      cell: (pickup, on) => (
        <>
          {pickup.name}
          {on === 'row' && <ContactLinks pickup={pickup} />}
        </>
      ),
    },
    { name: 'Contact', kind: 'line', only: 'card', cell: (pickup) => <ContactLinks pickup={pickup} /> },
    {
      name: 'Address',
      from: 'lg',
      className: 'w-1/5 min-w-36 wrap-anywhere',
      cell: (pickup) => pickup.address,
    },
    { name: 'Items', only: 'card', cell: ({ items }) => items },
    {
      name: 'Items and notes',
      head: (
        <>
          <span className="lg:hidden">Address and items</span>
          <span className="max-lg:hidden">Items and notes</span>
        </>
      ),
      only: 'table',
      className: 'min-w-40 whitespace-pre-line wrap-anywhere max-lg:w-1/2 lg:w-1/3',
      cell: ({ address, items, kilograms, notes, statusReason }) => (
        <>
          <span className="mb-1 block text-muted lg:hidden">{address}</span>
          {items}
          {kilograms !== null && (
            <span className="mt-1 block">{`Picked up: ${formatKilograms(kilograms)} kg`}</span>
          )}
          {notes !== null && <span className="mt-1 block text-muted">Notes: {notes}</span>}
          {statusReason !== null && <span className="mt-1 block text-muted">Reason: {statusReason}</span>}
        </>
      ),
    },
    {
      name: 'Preferred time',
      quiet: (pickup) => formatPreference(pickup, timeZone) === null,
      className: 'min-w-30 xl:min-w-46 wrap-anywhere',
      cell: (pickup, on) => (
        <>
          <PreferredTime pickup={pickup} timeZone={timeZone} />
          {on === 'row' && pickup.scheduledAt !== null && (
            <span className="mt-1 block text-ink">
              Scheduled: <Instant at={pickup.scheduledAt} timeZone={timeZone} />
            </span>
          )}
        </>
      ),
    },
    {
      name: 'Scheduled',
      only: 'card',
      cell: ({ scheduledAt }) => scheduledAt && <Instant at={scheduledAt} timeZone={timeZone} />,
    },
    {
      name: 'Picked up',
      only: 'card',
      cell: ({ kilograms }) => kilograms !== null && `${formatKilograms(kilograms)} kg`,
    },
    { name: 'Notes', only: 'card', cell: ({ notes }) => notes },
    { name: 'Reason', only: 'card', cell: ({ statusReason }) => statusReason },
    { name: 'Status', kind: 'pill', cell: ({ status }) => <StatusPill status={status} size="small" /> },
    {
      name: 'Actions',
      kind: 'actions',
      buttons: 3,
      cell: (pickup, on) => (
        // The buttons are stacked: three side by side are too wide for a tablet.
        <span className={on === 'row' ? 'inline-flex flex-col items-end gap-1 py-1' : 'contents'}>
          <RowButton
            kind="outline"
            icon={Truck}
            disabledReason={whyNotChangeable(pickup.status) ?? undefined}
            onClick={() => onOpen({ dialog: 'status', pickup })}
          >
            Change status
          </RowButton>
          {whyNotCancellable(pickup.status) === null && (
            <RowButton icon={Ban} onClick={() => onOpen({ dialog: 'cancel', pickup })}>
              Cancel pickup
            </RowButton>
          )}
          {pickup.formerStatus !== null && (
            <RowButton icon={Undo2} onClick={() => onOpen({ dialog: 'undo', pickup })}>
              Undo
            </RowButton>
          )}
        </span>
      ),
    },
  ];
}

export function PickupsTab() {
  const listAddress = useListAddress(filters);
  const { timeZone } = useSiteInfo();
  const list = useQuery({
    ...endpointQuery(contract.adminPickups, { query: listAddress.query }),
    select: ({ pickups, ...page }) => ({ ...page, items: pickups }),
    placeholderData: keepPreviousData,
  });
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const DialogComponent = openDialog && dialogComponents[openDialog.dialog];

  return (
    <>
      <DataList
        title="Pickup requests"
        list={list}
        address={listAddress}
        columns={pickupColumns(timeZone, setOpenDialog)}
        tall
        keys={{
          onOpen: (pickup) => {
            if (whyNotChangeable(pickup.status) === null) setOpenDialog({ dialog: 'status', pickup });
          },
        }}
        failure={() => 'Failed to load pickups'}
        toolbar={
          <FilterBar label="Pickup requests">
            <Filter label="Status" labelHidden className="sm:w-44">
              <SelectInput
                value={listAddress.filters.status}
                onChange={({ currentTarget: { value } }) =>
                  listAddress.set({ status: filters.status(value) })
                }
              >
                <option value="">Any status</option>
                {pickupStatuses.map((status) => (
                  <option key={status} value={status}>
                    {statusWords[status]}
                  </option>
                ))}
              </SelectInput>
            </Filter>
          </FilterBar>
        }
        skeletonRows={5}
        empty={
          <EmptyState
            object={Lamp}
            title="No pickup requests yet"
            text={
              listAddress.isFiltered
                ? 'None has this status.'
                : 'Requests from the public pickup form appear here, newest first.'
            }
            action={<ClearFiltersOrReload address={listAddress} onRefresh={() => void list.refetch()} />}
          />
        }
      />
      {DialogComponent && <DialogComponent pickup={openDialog.pickup} onClose={() => setOpenDialog(null)} />}
    </>
  );
}

function PreferredTime({ pickup, timeZone }: { pickup: PickupRow; timeZone: TimeZone }) {
  const { preferredAt, windowDate } = pickup;
  if (preferredAt !== null && windowDate === null) return <Instant at={preferredAt} timeZone={timeZone} />;
  return formatPreference(pickup, timeZone) ?? 'Any time';
}

function ContactLinks({ pickup: { phone, email } }: { pickup: PickupRow }) {
  if (phone === null && email === null) return <span className="font-normal text-muted">None given</span>;
  return (
    <span className="flex flex-wrap gap-x-5 font-normal md:flex-col">
      {phone !== null && (
        <ContactLink icon={Phone} href={telephoneUrl(phone)}>
          {phone}
        </ContactLink>
      )}
      {email !== null && (
        <ContactLink icon={Mail} href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>
          <EmailText>{email}</EmailText>
        </ContactLink>
      )}
    </span>
  );
}

function ContactLink({ icon: LinkIcon, href, children }: { icon: Icon; href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="flex w-fit items-center gap-1.5 rounded-shelf font-medium text-spruce underline underline-offset-4 max-md:min-h-11 md:min-h-6 md:items-start md:[&>svg]:mt-[3px]"
    >
      <LinkIcon size={15} className="shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </a>
  );
}
