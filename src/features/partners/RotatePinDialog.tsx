import { errorMessage } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { contract, type PartnerRow } from './contract.ts';
import type { IssuedPin } from './PinDialog.tsx';

type RotatePinDialogProps = {
  partner: PartnerRow;
  onClose: () => void;
  onRotated: (pin: IssuedPin) => void;
};

export function RotatePinDialog({ partner, onClose, onRotated }: RotatePinDialogProps) {
  const rotate = useChange(contract.rotatePartnerPin, {
    change: (send) => send({ params: { id: partner.id } }),
    onSuccess: ({ pin }) => onRotated({ partnerName: partner.name, pin, rotated: true }),
  });
  return (
    <ConfirmDialog
      open
      title={`Rotate the PIN of ${partner.name}?`}
      description="The old PIN stops working at once. The store needs the new one to redeem codes."
      confirmLabel="Rotate PIN"
      pendingLabel="Rotating…"
      kind="clay"
      onConfirm={() => rotate.mutate()}
      onCancel={onClose}
      error={rotate.error && errorMessage(rotate.error, 'Failed to rotate PIN')}
      pending={rotate.isPending}
    />
  );
}
