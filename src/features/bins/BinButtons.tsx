import { CalendarClock, History, Pencil, Power, QrCode, Recycle, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { hasSessionEnded } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { ActionMenu } from './ActionMenu.tsx';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { RowButton, useRowSize } from '#web/ui/DataRows.tsx';
import { toast } from '#web/ui/toast.ts';
import { type BinRow, contract, type DropBin } from './contract.ts';
import type { qrState } from './rules.ts';

export type OpenDialog = 'edit' | 'schedule' | 'history' | 'codes';

export type Failure = { title: string; error: unknown };

/** A bin with its QR codes, which come by a request of their own. */
export type BinCodes = DropBin & { state: ReturnType<typeof qrState> };

type BinButtonsProps = {
  bin: BinRow;
  codes: BinCodes | undefined;
  onOpen: (dialog: OpenDialog) => void;
  onFailure: (failure: Failure) => void;
};

export function BinButtons({ bin, codes, onOpen, onFailure }: BinButtonsProps) {
  const mayCall = useMayCall();
  const size = useRowSize();
  const { name, is_active: isActive, is_overflowing: isOverflowing, open_alerts: alerts } = bin;
  const params = { id: bin.id };
  const fail = (title: string) => (error: unknown) => {
    if (!hasSessionEnded(error)) onFailure({ title, error });
  };
  const [isAsked, setAsked] = useState(false);
  const empty = useChange(contract.markBinEmptied, {
    change: (send) => send({ params }),
    onSuccess: () =>
      toast({ kind: 'success', title: 'Bin marked emptied', description: `${name} has room again.` }),
    onError: fail(`${name} was not marked emptied`),
  });
  const overflow = useChange(contract.setBinOverflow, {
    change: (send) => send({ params, body: { status: !isOverflowing } }),
    onSuccess: () => {
      const title = isOverflowing ? 'Overflow cleared' : 'Overflow set';
      // To clear the flag resolves no alert.
      const left = isOverflowing && alerts > 0 ? ', whose alerts stay open' : '';
      toast({ kind: 'success', title, description: `${name}${left}` });
    },
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
  const hasCodes = codes?.state === 'current';

  const buttons = (
    <>
      <RowButton
        kind="outline"
        icon={Recycle}
        pending={empty.isPending}
        pendingLabel="Marking…"
        onClick={() => (alerts > 0 ? setAsked(true) : empty.mutate())}
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
        size={size}
        // A list without room hides the icons of its buttons, and this one has nothing else.
        className="[&_svg]:block!"
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
  return (
    <>
      {/* Two by two beside the picture of the code, which is as high. */}
      {size === 'row' ? <span className="grid grid-cols-[auto_auto] gap-1 py-1.5">{buttons}</span> : buttons}
      {isAsked && (
        <ConfirmDialog
          title={`Mark ${name} emptied?`}
          description={`${alerts === 1 ? 'Its open alert is' : `Its ${alerts} open alerts are`} resolved with it. This cannot be undone.`}
          confirmLabel="Mark emptied"
          pendingLabel="Marking…"
          change={empty}
          onConfirm={() => {
            setAsked(false);
            empty.mutate();
          }}
          onClose={() => setAsked(false)}
          failed={null}
        />
      )}
    </>
  );
}
