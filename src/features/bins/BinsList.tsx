import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import type { EndpointArguments, EndpointResponse } from '#shared/endpoint.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { errorOrStatus } from '#web/api/errors.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { Bin as BinDrawing } from '#web/art/Bin.tsx';
import { DataList } from '#web/console/DataList.tsx';
import { overlayIn } from '#web/console/donationAddress.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Column } from '#web/ui/DataRows.tsx';
import { EmptyState } from '#web/ui/Shelf.tsx';
import { Instant } from '#web/ui/Instant.tsx';
import { NoticeDialog } from '#web/form/ConfirmDialog.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { BinButtons, type BinCodes, type Failure, type OpenDialog } from './BinButtons.tsx';
import { requestFailed, EditBinDialog, SchedulePickupDialog } from './binForms.tsx';
import { BinHistoryDialog } from './BinHistoryDialog.tsx';
import { BinPlace } from './BinPlace.tsx';
import { type BinRow, contract } from './contract.ts';
import { QrCodesDialog } from './QrCodesDialog.tsx';
import { qrState } from './rules.ts';

type Opened = { dialog: OpenDialog; bin: BinRow };

type BinsListProps = Pick<ComponentProps<typeof DataList>, 'title' | 'address' | 'toolbar'> & {
  list: UseQueryResult<EndpointResponse<typeof contract.adminBins>>;
  /** The list's query, which the query for its codes repeats. */
  ofBins: EndpointArguments<typeof contract.managedBins>;
  alertsAddress: string;
  /** Undefined if the admin may not add one. */
  onAdd: (() => void) | undefined;
};

type ColumnsContext = {
  timeZone: TimeZone;
  alertsAddress: string;
  codesOf: (bin: BinRow) => BinCodes | undefined;
  open: (opened: Opened) => void;
  onFailure: (failure: Failure) => void;
};

function binColumns(context: ColumnsContext): Column<BinRow>[] {
  const { timeZone, alertsAddress, codesOf, open, onFailure } = context;
  const time = (at: string | null, never: string) =>
    at === null ? never : <Instant at={at} timeZone={timeZone} />;
  return [
    {
      name: 'Bin',
      kind: 'heading',
      className: 'min-w-40 wrap-anywhere',
      cell: ({ name, bin_code: code, location }, on) => (
        <>
          {name} <span className="font-display tracking-[.03em] text-muted">{code}</span>
          {on === 'row' && <BinPlace location={location} className="font-normal" />}
        </>
      ),
    },
    {
      name: 'Location',
      kind: 'line',
      only: 'card',
      cell: ({ location }) => <BinPlace location={location} />,
    },
    {
      name: 'Status',
      kind: 'pill',
      cell: ({ is_overflowing: isOverflowing, is_active: isActive }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          {isOverflowing && <StatusPill status="overflow" size="small" />}
          <StatusPill status={isActive ? 'active' : 'inactive'} size="small" />
        </span>
      ),
    },
    {
      name: 'Last emptied',
      from: 'lg',
      quiet: ({ last_emptied: at }) => at === null,
      cell: ({ last_emptied: at }) => time(at, 'Never'),
    },
    {
      name: 'Next pickup',
      from: 'lg',
      quiet: ({ next_scheduled_pickup: at }) => at === null,
      cell: ({ next_scheduled_pickup: at }, on) => (at !== null || on === 'row') && time(at, 'Not scheduled'),
    },
    {
      name: 'Open alerts',
      quiet: ({ open_alerts: alerts }) => alerts === 0,
      cell: (bin, on) =>
        (bin.open_alerts > 0 || on === 'row') && <OpenAlerts bin={bin} address={alertsAddress} />,
    },
    {
      name: 'QR code',
      cell: (bin) => <LogCode codes={codesOf(bin)} onShow={() => open({ dialog: 'codes', bin })} />,
    },
    {
      name: 'Actions',
      kind: 'actions',
      buttons: 4,
      cell: (bin) => (
        <BinButtons
          bin={bin}
          codes={codesOf(bin)}
          onOpen={(dialog) => open({ dialog, bin })}
          onFailure={onFailure}
        />
      ),
    },
  ];
}

export function BinsList({ list, ofBins, alertsAddress, onAdd, ...rest }: BinsListProps) {
  const { timeZone } = useSiteInfo();
  const mayCall = useMayCall();
  const codes = useQuery(endpointQuery(contract.managedBins, ofBins));
  const publicUrl = codes.data?.publicUrl ?? '';
  const codesOf = (bin: BinRow) => {
    const found = codes.data?.items.find(({ id }) => id === bin.id);
    return found && { ...found, state: qrState(publicUrl, found) };
  };
  const [opened, open] = useState<Opened | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const details = mayCall(contract.updateBin) ? 'edit' : 'history';
  const [linked, closeLinked] = useLinkedBin();
  const shown = opened ?? (linked && ({ dialog: details, bin: linked } as const));

  function close() {
    open(null);
    if (!opened) closeLinked();
  }

  return (
    <>
      <DataList
        {...rest}
        label="Bins"
        isCounted={false}
        columns={binColumns({ timeZone, alertsAddress, codesOf, open, onFailure: setFailure })}
        list={{ ...list, error: list.error ?? codes.error }}
        keys={{ onOpen: (bin) => open({ dialog: details, bin }) }}
        failure={(error) => `Bins error: ${errorOrStatus(error)}`}
        onRetry={() => void Promise.all([list.refetch(), codes.refetch()])}
        empty={
          <EmptyState
            object={BinDrawing}
            title="No bins."
            text="Add a bin, make its QR codes, and print its sheet: donors scan it where they drop things off."
            action={
              onAdd && (
                <Button kind="outline" size="small" icon={Plus} onClick={onAdd}>
                  Add the first bin
                </Button>
              )
            }
          />
        }
      />
      {shown && <BinDialog {...shown} codes={codesOf(shown.bin)} publicUrl={publicUrl} onClose={close} />}
      {failure && (
        <NoticeDialog
          title={failure.title}
          message={errorMessage(failure.error, requestFailed)}
          onClose={() => setFailure(null)}
        />
      )}
    </>
  );
}

/** The bin of the address, from the search: it may be on another page of the list. */
function useLinkedBin() {
  const [searchParams, setSearchParams] = useSearchParams();
  const id = overlayIn(searchParams, 'bin');
  const { data } = useQuery({
    ...endpointQuery(contract.adminBins, { query: { id: id ?? undefined } }),
    enabled: id !== null,
  });

  function close() {
    const rest = new URLSearchParams(searchParams);
    rest.delete('bin');
    setSearchParams(rest, { replace: true, preventScrollReset: true });
  }

  return [id === null ? undefined : data?.items[0], close] as const;
}

type BinDialogProps = Opened & { codes: BinCodes | undefined; publicUrl: string; onClose: () => void };

function BinDialog({ dialog, codes, publicUrl, ...props }: BinDialogProps) {
  if (dialog === 'edit') return <EditBinDialog {...props} />;
  if (dialog === 'schedule') return <SchedulePickupDialog {...props} />;
  if (dialog === 'history') return <BinHistoryDialog {...props} />;
  return codes && <QrCodesDialog bin={codes} publicUrl={publicUrl} onClose={props.onClose} />;
}

type OpenAlertsProps = { bin: BinRow; address: string };

function OpenAlerts({ bin: { name, open_alerts: count, reports }, address }: OpenAlertsProps) {
  if (count === 0) return 'None';
  return (
    <>
      <Link
        to={address}
        // Its 44 px on a card reach over the lines around it, so that the card stays low.
        className="inline-flex min-h-6 items-center rounded-shelf font-semibold whitespace-nowrap text-clay underline underline-offset-4 max-md:-my-3 max-md:min-h-11"
      >
        1 alert
        <span className="sr-only">{` of ${name}`}</span>
      </Link>
      {reports > 1 && (
        <span className="block whitespace-nowrap text-muted tabular">{`${reports} reports`}</span>
      )}
    </>
  );
}

type LogCodeProps = { codes: BinCodes | undefined; onShow: () => void };

/** The Log code as it was generated. It opens the dialog with both codes. */
function LogCode({ codes, onShow }: LogCodeProps) {
  const mayGenerate = useMayCall()(contract.generateBinQr);
  if (!codes) return null;
  if (codes.qrCode === null) return <span className="text-muted">No QR yet</span>;
  return (
    <>
      <button
        type="button"
        aria-label={`Show the QR codes of ${codes.name}`}
        onClick={onShow}
        className="my-1.5 block cursor-pointer rounded-shelf"
      >
        <QrCode value={codes.qrCode} modulePixels={2} label={`Log Donation QR code of ${codes.name}`} />
      </button>
      {codes.state === 'outdated' && (
        <p className="mb-1.5 text-[0.8125rem] leading-[1.3] font-semibold text-wheat-deep">
          {mayGenerate ? 'Out of date. Press QR Code.' : 'Out of date. Ask an admin.'}
        </p>
      )}
    </>
  );
}
