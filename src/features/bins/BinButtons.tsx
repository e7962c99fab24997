import {
  CalendarClock,
  Ellipsis,
  History,
  Pencil,
  Power,
  QrCode,
  Recycle,
  TriangleAlert,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import { hasSessionEnded } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import type { ButtonSize, Icon } from '#web/ui/Button.tsx';
import { RowButton, useRowSize } from '#web/ui/DataRows.tsx';
import { IconButton } from '#web/ui/ReasonButton.tsx';
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
      // Clearing the flag resolves no alert.
      const left = isOverflowing && alerts > 0 ? ', whose alert stays open' : '';
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
          description="Its open alert is resolved with it. This cannot be undone."
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

interface MenuAction {
  label: string;
  icon: Icon;
  onSelect: () => void;
}

type ActionMenuProps = {
  /** With the name of the bin: a list has many such menus. */
  label: string;
  actions: readonly MenuAction[];
  size: ButtonSize;
};

function ActionMenu({ label, actions, size }: ActionMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<MenuAction | null>(null);
  const [main, setMain] = useState<HTMLElement | null>(null);

  function handleOpenChange(open: boolean) {
    if (open) setMain(trigger.current?.closest<HTMLElement>('main') ?? null);
  }

  return (
    // Modal menus lock scrolling by an injected style sheet, which the content security policy refuses.
    <DropdownMenu.Root modal={false} onOpenChange={handleOpenChange}>
      <DropdownMenu.Trigger asChild>
        <IconButton
          ref={trigger}
          icon={Ellipsis}
          label={label}
          kind={size === 'row' ? 'quiet' : 'outline'}
          size={size}
          // A list without room hides the icons of its buttons, and this one has nothing else.
          className="[&_svg]:block!"
        />
      </DropdownMenu.Trigger>
      {/* In main: at the end of the body it would be outside every landmark. */}
      <DropdownMenu.Portal container={main}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const action = chosen.current;
            chosen.current = null;
            // A menu left by a click elsewhere must not pull the focus back.
            if (action || document.activeElement === document.body) trigger.current?.focus();
            // Only now, so that a dialog which the action opens gives the focus back to the menu's button.
            action?.onSelect();
          }}
          className="z-30 min-w-48 rounded-large border-[1.5px] border-line bg-raised p-1.5 text-ink shadow-toast"
        >
          {actions.map((action) => (
            <DropdownMenu.Item
              key={action.label}
              onSelect={() => {
                chosen.current = action;
              }}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-console px-2.5 text-[0.90625rem] font-semibold outline-none data-[highlighted]:bg-spruce-tint max-md:min-h-11 max-md:text-base"
            >
              <action.icon size={17} className="shrink-0" aria-hidden />
              {action.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
