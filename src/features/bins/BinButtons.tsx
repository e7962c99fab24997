import { CalendarClock, History, Pencil, Power, QrCode, Recycle, TriangleAlert } from 'lucide-react';
import { errorMessage } from '#web/api/client.ts';
import { hasSessionEnded } from '#web/api/sessionErrors.ts';
import { useChange } from '#web/api/useChange.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { ActionMenu } from '#web/ui/ActionMenu.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { RowButton, useRowSize } from '#web/ui/DataRows.tsx';
import { toast } from '#web/ui/toast.ts';
import { requestFailed } from './binFailures.ts';
import { type BinRow, contract, type DropBin } from './contract.ts';
import { qrState } from './rules.ts';

export type OpenDialog = 'edit' | 'schedule' | 'history' | 'codes' | 'empty';

export type Failure = { title: string; error: unknown };

/** The same bin with its code, once that has been loaded. */
export type OfCodes = { codes: DropBin | undefined; publicUrl: string };

type BinButtonsProps = OfCodes & {
  bin: BinRow;
  onOpen: (dialog: OpenDialog) => void;
  onFailure: (failure: Failure) => void;
};

export function BinButtons({ bin, codes, publicUrl, onOpen, onFailure }: BinButtonsProps) {
  const mayCall = useMayCall();
  const size = useRowSize();
  const { name, is_active: isActive, is_overflowing: isOverflowing, open_alerts: alerts } = bin;
  const params = { id: bin.id };
  const fail = (title: string) => (error: unknown) => {
    if (!hasSessionEnded(error)) onFailure({ title, error });
  };
  const empty = useMarkEmptied(bin, fail(`${name} was not marked emptied`));
  const overflow = useChange(contract.setBinOverflow, {
    change: (send) => send({ params, body: { status: !isOverflowing } }),
    onSuccess: () => toast({ kind: 'success', ...overflowWords(bin) }),
    onError: fail(`The overflow of ${name} was not ${isOverflowing ? 'cleared' : 'set'}`),
  });
  const toggle = useChange(contract.toggleBin, {
    change: (send) => send({ params }),
    staysPending: true,
    onSuccess: () => toast({ kind: 'success', title: 'Bin status updated', description: name }),
    onError: fail('Failed to update bin status'),
  });
  const generate = useChange(contract.generateBinQr, {
    change: (send) => send({ params }),
    staysPending: true,
    onSuccess: () => toast({ kind: 'success', title: 'QR code generated successfully', description: name }),
    onError: fail('Failed to generate QR code'),
  });
  const hasCodes = codes && qrState(publicUrl, codes) === 'current';

  const buttons = (
    <>
      <RowButton
        kind="outline"
        icon={Recycle}
        pending={empty.isPending}
        pendingLabel="Marking…"
        onClick={() => (alerts > 0 ? onOpen('empty') : empty.mutate())}
      >
        Mark emptied
      </RowButton>
      {(hasCodes || mayCall(contract.generateBinQr)) && (
        <RowButton
          icon={QrCode}
          pending={generate.isPending}
          pendingLabel="Generating…"
          onClick={() => (hasCodes ? onOpen('codes') : generate.mutate())}
        >
          QR Code
        </RowButton>
      )}
      {mayCall(contract.toggleBin) && (
        <RowButton
          icon={Power}
          pending={toggle.isPending}
          pendingLabel={isActive ? 'Deactivating…' : 'Activating…'}
          onClick={() => toggle.mutate()}
        >
          {isActive ? 'Deactivate' : 'Activate'}
        </RowButton>
      )}
      <ActionMenu
        label={`More for ${name}`}
        word="More"
        size={size}
        actions={[
          {
            label: isOverflowing ? 'Clear overflow' : 'Set overflow',
            icon: TriangleAlert,
            onSelect: () => overflow.mutate(),
          },
          { label: 'Schedule pickup', icon: CalendarClock, onSelect: () => onOpen('schedule') },
          ...(mayCall(contract.updateBin)
            ? [{ label: 'Edit', icon: Pencil, onSelect: () => onOpen('edit') }]
            : []),
          { label: 'Overflow history', icon: History, onSelect: () => onOpen('history') },
        ]}
      />
    </>
  );
  // Two by two beside the picture of the code, which is as high.
  return size === 'row' ? (
    <span className="grid grid-cols-[auto_auto] gap-1 py-1.5">{buttons}</span>
  ) : (
    buttons
  );
}

function overflowWords({ name, is_overflowing: wasOverflowing, open_alerts: alerts }: BinRow) {
  if (!wasOverflowing) return { title: 'Overflow set', description: `${name} is shown as overflowing.` };
  const description =
    alerts === 0
      ? `${name} is no longer shown as overflowing.`
      : `${name} has ${alerts} open ${alerts === 1 ? 'alert' : 'alerts'} all the same.`;
  return { title: 'Overflow cleared', description };
}

const ofAlerts = (count: number) => (count === 1 ? 'Its open alert is' : `Its ${count} open alerts are`);

function useMarkEmptied(
  { id, name, open_alerts: alerts }: BinRow,
  onError: (error: unknown) => void = () => {},
) {
  return useChange(contract.markBinEmptied, {
    change: (send) => send({ params: { id } }),
    onSuccess: () => {
      const resolved = alerts === 0 ? '' : ` ${ofAlerts(alerts)} resolved.`;
      const description = `${name} has room again.${resolved}`;
      toast({ kind: 'success', title: 'Bin marked emptied', description });
    },
    onError,
  });
}

/** Asks where open alerts are resolved with it. */
export function MarkEmptiedDialog({ bin, onClose }: { bin: BinRow; onClose: () => void }) {
  const empty = useMarkEmptied(bin);
  return (
    <ConfirmDialog
      open
      title={`Mark ${bin.name} emptied?`}
      description={`${ofAlerts(bin.open_alerts)} resolved with it. This cannot be undone.`}
      confirmLabel="Mark emptied"
      pendingLabel="Marking…"
      onConfirm={() => empty.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
      error={empty.error && errorMessage(empty.error, requestFailed)}
      pending={empty.isPending}
    />
  );
}
