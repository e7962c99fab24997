import { useQuery } from '@tanstack/react-query';
import { CalendarClock, History, Pencil, Power, Printer, QrCode as QrIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { useChange } from '#web/api/useChange.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { NoticeDialog } from '#web/form/ConfirmDialog.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { formatInstant } from '#words/formats.ts';
import { AlertBox, WarningBox } from './AlertBox.tsx';
import { BagsForm } from './BagsForm.tsx';
import {
  EditBinDialog,
  type Failure,
  createFailureHandler,
  requestFailedMessage,
  SchedulePickupDialog,
} from './BinDialogs.tsx';
import { BinHistoryDialog } from './BinHistoryDialog.tsx';
import { type BinRow, contract, type DropBin } from './contract.ts';
import { QrCodesDialog } from './QrCodesDialog.tsx';
import { qrState } from './rules.ts';

type BinPanelProps = {
  id: number;
  /** The list's row, shown until the panel's own data is loaded. */
  row: BinRow | undefined;
  /** Whether the panel covers the list, as it does in a narrow window. */
  isSheet: boolean;
  /** Whether the field for bags takes the focus. */
  shouldFocus: boolean;
  /** Called once the field has the focus, so that it can be requested again. */
  onFocused: () => void;
  onEmptied: () => void;
  onResolved: () => void;
  onClose: () => void;
};

type DialogName = 'edit' | 'schedule' | 'history' | 'codes';

/** One bin: its alert, the form that empties it, its codes and its other actions. */
export function BinPanel({
  id,
  row,
  isSheet,
  shouldFocus,
  onFocused,
  onEmptied,
  onResolved,
  onClose,
}: BinPanelProps) {
  const { timeZone } = useSiteInfo();
  const mayCall = useMayCall();
  // What the bin should hold, and its open alert.
  const round = useQuery({
    ...endpointQuery(contract.binRound, { params: { id } }),
    // Visitors report bins at any time.
    staleTime: 0,
  });
  const codes = useQuery({
    ...endpointQuery(contract.managedBins, { query: { id } }),
    select: ({ items: [found], publicUrl }) => found && { bin: found, publicUrl },
  });
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const bin = round.data?.bin ?? row;
  const closeDialog = () => setOpenDialog(null);
  const Shell = isSheet ? Sheet : SidePanel;
  // One banner, since both usually fail for the same reason.
  const loadError = (round.isError || codes.isError) && (
    <ErrorBanner
      message={errorMessage(round.error ?? codes.error, requestFailedMessage)}
      onRetry={() => {
        void round.refetch();
        void codes.refetch();
      }}
      retrying={round.isFetching || codes.isFetching}
      className="m-3.5"
    />
  );
  if (!bin) {
    return (
      <Shell title="Bin" onClose={onClose}>
        {loadError}
      </Shell>
    );
  }
  const editButton = mayCall(contract.updateBin) && (
    <Button
      kind="ghost"
      size="console"
      icon={Pencil}
      onClick={() => setOpenDialog('edit')}
      className="-my-1 -me-2.5 px-2.5 max-sm:-ms-2.5"
    >
      Edit
    </Button>
  );
  const footer = (
    <>
      <Button kind="ghost" size="console" icon={CalendarClock} onClick={() => setOpenDialog('schedule')}>
        Schedule
      </Button>
      <Button kind="ghost" size="console" icon={History} onClick={() => setOpenDialog('history')}>
        History
      </Button>
      {mayCall(contract.toggleBin) && <ActivationButton bin={bin} onFailure={setFailure} />}
    </>
  );

  return (
    <>
      <Shell
        title={bin.name}
        location={bin.location}
        editButton={editButton}
        footer={footer}
        onClose={onClose}
      >
        {loadError}
        {bin.next_scheduled_pickup !== null && (
          <p className={`px-[18px] text-muted tabular ${isSheet ? 'py-3' : 'pb-3'}`}>
            {`Next pickup ${formatInstant(new Date(bin.next_scheduled_pickup), timeZone)}`}
          </p>
        )}
        {round.data?.alerts.map((alert) => (
          <AlertBox key={alert.id} alert={alert} onResolved={onResolved} />
        ))}
        {bin.is_overflowing && bin.open_alerts === 0 && (
          <WarningBox title="Overflow">
            <p>Set by hand. Nobody has reported it.</p>
          </WarningBox>
        )}
        <div className="space-y-2.5 px-[18px] py-4">
          <BagsForm
            bin={bin}
            round={round.data}
            shouldFocus={shouldFocus}
            onFocused={onFocused}
            onEmptied={onEmptied}
            onFailure={setFailure}
          />
          <OverflowButton bin={bin} onFailure={setFailure} />
        </div>
        {codes.isPending && <Skeleton rows={2} className="px-[18px] pb-4" />}
        {codes.data && (
          <QrCodes
            bin={codes.data.bin}
            publicUrl={codes.data.publicUrl}
            onShow={() => setOpenDialog('codes')}
            onFailure={setFailure}
          />
        )}
      </Shell>
      {openDialog === 'edit' && <EditBinDialog bin={bin} onClose={closeDialog} />}
      {openDialog === 'schedule' && <SchedulePickupDialog bin={bin} onClose={closeDialog} />}
      {openDialog === 'history' && <BinHistoryDialog bin={bin} onClose={closeDialog} />}
      {openDialog === 'codes' && codes.data && (
        <QrCodesDialog bin={codes.data.bin} publicUrl={codes.data.publicUrl} onClose={closeDialog} />
      )}
      {failure && (
        <NoticeDialog
          title={failure.title}
          message={errorMessage(failure.error, requestFailedMessage)}
          onClose={() => setFailure(null)}
        />
      )}
    </>
  );
}

type ShellProps = {
  title: string;
  location?: string;
  editButton?: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

function SidePanel({ title, location, editButton, footer, children }: ShellProps) {
  return (
    <Card
      as="section"
      console
      flush
      aria-label={title}
      className="sticky top-3.5 max-h-[calc(100dvh-28px)] overflow-y-auto"
    >
      <header className="flex items-start gap-3 px-[18px] pt-4 pb-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em] wrap-anywhere">
            {title}
          </h2>
          <p className="mt-1 wrap-anywhere text-muted">{location}</p>
        </div>
        {editButton}
      </header>
      {children}
      <footer className="flex flex-wrap justify-between gap-2 border-t-[1.5px] border-line bg-sunk px-2 py-2">
        {footer}
      </footer>
    </Card>
  );
}

function Sheet({ title, location, editButton, footer, onClose, children }: ShellProps) {
  return (
    <Dialog
      onClose={onClose}
      size="panel"
      title={title}
      description={location}
      headerEnd={editButton}
      footer={
        <div className="flex w-full flex-wrap justify-between gap-2 max-sm:[&_svg]:hidden max-md:[&>*]:min-h-11 max-sm:[&>*]:px-2">
          {footer}
        </div>
      }
      error={null}
      pending={false}
    >
      {/* The negative margins undo the dialog's padding: the alert reaches its edges. */}
      <div className="-mx-[22px] -my-5">{children}</div>
    </Dialog>
  );
}

type ActionProps = { bin: BinRow; onFailure: (failure: Failure) => void };

function OverflowButton({ bin, onFailure }: ActionProps) {
  const { id, name, is_overflowing: isOverflowing, open_alerts: openAlerts } = bin;
  const setOverflow = useChange(contract.setBinOverflow, {
    change: (send) => send({ params: { id }, body: { status: !isOverflowing } }),
    staysPending: true,
    onSuccess: () => {
      const title = isOverflowing ? 'Overflow cleared' : 'Overflow set';
      const alertNote = isOverflowing && openAlerts > 0 ? ', whose alert stays open' : '';
      toast({ kind: 'success', title, description: `${name}${alertNote}` });
    },
    onError: createFailureHandler(
      `The overflow of ${name} was not ${isOverflowing ? 'cleared' : 'set'}`,
      onFailure,
    ),
  });
  return (
    <Button
      kind="quiet"
      size="row"
      pending={setOverflow.isPending}
      pendingLabel={isOverflowing ? 'Clearing…' : 'Setting…'}
      onClick={() => setOverflow.mutate()}
      className="-ms-2.5 max-md:min-h-11"
    >
      {isOverflowing ? 'Clear overflow' : 'Set overflow'}
    </Button>
  );
}

function ActivationButton({ bin: { id, name, is_active: isActive }, onFailure }: ActionProps) {
  const toggle = useChange(contract.toggleBin, {
    change: (send) => send({ params: { id } }),
    staysPending: true,
    onSuccess: () => toast({ kind: 'success', title: 'Bin status updated', description: name }),
    onError: createFailureHandler('Failed to update bin status', onFailure),
  });
  return (
    <Button
      kind="ghost"
      size="console"
      icon={Power}
      pending={toggle.isPending}
      pendingLabel={isActive ? 'Deactivating…' : 'Activating…'}
      onClick={() => toggle.mutate()}
    >
      {isActive ? 'Deactivate' : 'Activate'}
    </Button>
  );
}

type QrCodesProps = {
  bin: DropBin;
  publicUrl: string;
  onShow: () => void;
  onFailure: (failure: Failure) => void;
};

/** The Log code, if it was generated, and the buttons for the poster and the codes. */
function QrCodes({ bin, publicUrl, onShow, onFailure }: QrCodesProps) {
  const mayGenerate = useMayCall()(contract.generateBinQr);
  const { id, name, qrCode } = bin;
  const state = qrState(publicUrl, bin);
  const generate = useChange(contract.generateBinQr, {
    change: (send) => send({ params: { id } }),
    staysPending: true,
    onSuccess: () => toast({ kind: 'success', title: 'QR code generated successfully', description: name }),
    onError: createFailureHandler('Failed to generate QR code', onFailure),
  });
  return (
    <div className="flex items-center gap-4 border-t-[1.5px] border-line px-[18px] py-4">
      {qrCode === null ? (
        <p className="grid size-[106px] shrink-0 place-items-center rounded-console border-[1.5px] border-line bg-sunk text-muted">
          No QR yet
        </p>
      ) : (
        <button
          type="button"
          aria-label={`Show the QR codes of ${name}`}
          onClick={onShow}
          className="shrink-0 cursor-pointer rounded-console border-[1.5px] border-line bg-white"
        >
          <QrCode value={qrCode} size={103} label={`Log Donation QR code of ${name}`} />
        </button>
      )}
      <div className="grid min-w-0 flex-1 gap-2 max-md:[&>a]:min-h-11 max-md:[&>button]:min-h-11">
        {state === 'outdated' && (
          <p className="text-[0.8125rem] leading-[1.3] font-semibold text-wheat-deep">
            {mayGenerate ? 'Out of date. Press QR Code.' : 'Out of date. Ask an admin.'}
          </p>
        )}
        <Button asChild kind="outline" size="console">
          <Link to={`${paths.consoleBinPrint}?bins=${id}`}>
            <Printer size={17} aria-hidden="true" />
            Poster
          </Link>
        </Button>
        {(state === 'current' || mayGenerate) && (
          <Button
            kind="outline"
            size="console"
            icon={QrIcon}
            pending={generate.isPending}
            pendingLabel="Generating…"
            onClick={() => (state === 'current' ? onShow() : generate.mutate())}
          >
            QR Code
          </Button>
        )}
      </div>
    </div>
  );
}
