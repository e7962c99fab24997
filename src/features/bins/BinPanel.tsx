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
import { AlertSlab, Slab } from './AlertSlab.tsx';
import { BagsForm } from './BagsForm.tsx';
import { EditBinDialog, type Failure, failWith, requestFailed, SchedulePickupDialog } from './BinDialogs.tsx';
import { BinHistoryDialog } from './BinHistoryDialog.tsx';
import { type BinRow, contract, type DropBin } from './contract.ts';
import { QrCodesDialog } from './QrCodesDialog.tsx';
import { qrState } from './rules.ts';

type BinPanelProps = {
  id: number;
  /** The list's row, shown until the panel's own data is loaded. */
  row: BinRow | undefined;
  /** Whether the panel covers the list, in a narrow window. */
  asSheet: boolean;
  /** Each new number moves the focus to the field for bags; 0 does not. */
  focusRequest: number;
  onEmptied: () => void;
  onResolved: () => void;
  onClose: () => void;
};

type OpenDialog = 'edit' | 'schedule' | 'history' | 'codes';

/** One bin: its alert, the form that empties it, its codes and its other actions. */
export function BinPanel({ id, row, asSheet, focusRequest, onEmptied, onResolved, onClose }: BinPanelProps) {
  const { timeZone } = useSiteInfo();
  const mayCall = useMayCall();
  const round = useQuery({
    ...endpointQuery(contract.binRound, { params: { id } }),
    // Visitors report bins at any time.
    staleTime: 0,
  });
  const codes = useQuery({
    ...endpointQuery(contract.managedBins, { query: { id } }),
    select: ({ items: [found], publicUrl }) => found && { bin: found, publicUrl },
  });
  const [opened, open] = useState<OpenDialog | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const bin = round.data?.bin ?? row;
  const close = () => open(null);

  const edit = bin && mayCall(contract.updateBin) && (
    <Button
      kind="ghost"
      size="console"
      icon={Pencil}
      onClick={() => open('edit')}
      className="-my-1 -me-2.5 px-2.5 max-sm:-ms-2.5"
    >
      Edit
    </Button>
  );
  const pickup = bin?.next_scheduled_pickup ?? null;
  const body = (
    <>
      {round.isError && (
        <ErrorBanner
          message={errorMessage(round.error, requestFailed)}
          onRetry={() => void round.refetch()}
          retrying={round.isFetching}
          className="m-3.5"
        />
      )}
      {pickup !== null && (
        <p className={`px-[18px] text-muted tabular ${asSheet ? 'py-3' : 'pb-3'}`}>
          {`Next pickup ${formatInstant(new Date(pickup), timeZone)}`}
        </p>
      )}
      {round.data?.alerts.map((alert) => (
        <AlertSlab key={alert.id} alert={alert} onResolved={onResolved} />
      ))}
      {bin?.is_overflowing && bin.open_alerts === 0 && (
        <Slab title="Overflow">
          <p>Set by hand. Nobody has reported it.</p>
        </Slab>
      )}
      {bin && (
        <div className="space-y-2.5 px-[18px] py-4">
          <BagsForm
            bin={bin}
            round={round.data}
            focusRequest={focusRequest}
            onEmptied={onEmptied}
            onFailure={setFailure}
          />
          <OverflowButton bin={bin} onFailure={setFailure} />
        </div>
      )}
      {bin && !codes.data && !codes.isError && <Skeleton rows={2} className="px-[18px] pb-4" />}
      {codes.data && <Codes {...codes.data} onShow={() => open('codes')} onFailure={setFailure} />}
    </>
  );
  const footer = bin && (
    <>
      <Button kind="ghost" size="console" icon={CalendarClock} onClick={() => open('schedule')}>
        Schedule
      </Button>
      <Button kind="ghost" size="console" icon={History} onClick={() => open('history')}>
        History
      </Button>
      {mayCall(contract.toggleBin) && <ToggleButton bin={bin} onFailure={setFailure} />}
    </>
  );
  const shown = { title: bin?.name ?? 'Bin', location: bin?.location, edit, body, footer };

  return (
    <>
      {asSheet ? <Sheet {...shown} onClose={onClose} /> : <SidePanel {...shown} />}
      {bin && opened === 'edit' && <EditBinDialog bin={bin} onClose={close} />}
      {bin && opened === 'schedule' && <SchedulePickupDialog bin={bin} onClose={close} />}
      {bin && opened === 'history' && <BinHistoryDialog bin={bin} onClose={close} />}
      {codes.data && opened === 'codes' && <QrCodesDialog {...codes.data} onClose={close} />}
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

type ShellProps = {
  title: string;
  location: string | undefined;
  edit: ReactNode;
  body: ReactNode;
  footer: ReactNode;
};

function SidePanel({ title, location, edit, body, footer }: ShellProps) {
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
        {edit}
      </header>
      {body}
      <footer className="flex flex-wrap justify-between gap-2 border-t-[1.5px] border-line bg-sunk px-2 py-2">
        {footer}
      </footer>
    </Card>
  );
}

function Sheet({ title, location, edit, body, footer, onClose }: ShellProps & { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="panel"
      title={title}
      description={location}
      headerEnd={edit}
      footer={
        <div className="flex w-full flex-wrap justify-between gap-2 max-sm:[&_svg]:hidden max-md:[&>*]:min-h-11 max-sm:[&>*]:px-2">
          {footer}
        </div>
      }
      error={null}
      pending={false}
    >
      {/* The negative margins undo the dialog's padding: the alert reaches its edges. */}
      <div className="-mx-[22px] -my-5">{body}</div>
    </Dialog>
  );
}

type ActionProps = { bin: BinRow; onFailure: (failure: Failure) => void };

function OverflowButton({ bin, onFailure }: ActionProps) {
  const { id, name, is_overflowing: isOverflowing, open_alerts: alerts } = bin;
  const overflow = useChange(contract.setBinOverflow, {
    change: (send) => send({ params: { id }, body: { status: !isOverflowing } }),
    staysPending: true,
    onSuccess: () => {
      const title = isOverflowing ? 'Overflow cleared' : 'Overflow set';
      // The alert stays open when only the flag is cleared.
      const openAlert = isOverflowing && alerts > 0 ? ', whose alert stays open' : '';
      toast({ kind: 'success', title, description: `${name}${openAlert}` });
    },
    onError: failWith(`The overflow of ${name} was not ${isOverflowing ? 'cleared' : 'set'}`, onFailure),
  });
  return (
    <Button
      kind="quiet"
      size="row"
      pending={overflow.isPending}
      pendingLabel={isOverflowing ? 'Clearing…' : 'Setting…'}
      onClick={() => overflow.mutate()}
      className="-ms-2.5 max-md:min-h-11"
    >
      {isOverflowing ? 'Clear overflow' : 'Set overflow'}
    </Button>
  );
}

function ToggleButton({ bin: { id, name, is_active: isActive }, onFailure }: ActionProps) {
  const toggle = useChange(contract.toggleBin, {
    change: (send) => send({ params: { id } }),
    staysPending: true,
    onSuccess: () => toast({ kind: 'success', title: 'Bin status updated', description: name }),
    onError: failWith('Failed to update bin status', onFailure),
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

type CodesProps = {
  bin: DropBin;
  publicUrl: string;
  onShow: () => void;
  onFailure: (failure: Failure) => void;
};

/** The Log code as it was generated, with the buttons for poster and codes. */
function Codes({ bin, publicUrl, onShow, onFailure }: CodesProps) {
  const mayGenerate = useMayCall()(contract.generateBinQr);
  const { id, name, qrCode } = bin;
  const state = qrState(publicUrl, bin);
  const generate = useChange(contract.generateBinQr, {
    change: (send) => send({ params: { id } }),
    staysPending: true,
    onSuccess: () => toast({ kind: 'success', title: 'QR code generated successfully', description: name }),
    onError: failWith('Failed to generate QR code', onFailure),
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
