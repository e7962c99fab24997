import { type ReactNode, useState } from 'react';
import type { PartnerRow } from './contract.ts';
import { EditPartnerDialog } from './EditPartnerDialog.tsx';
import { type PartnerActing, useSetPartnerActive } from './PartnerPieces.tsx';
import { PinDialog, type IssuedPin } from './PinDialog.tsx';
import { RotatePinDialog } from './RotatePinDialog.tsx';

/** What can be done with stores, and the dialogs that it takes, to be shown with whatever offers it. */
export function usePartnerActing(): {
  acting: PartnerActing;
  showPin: (pin: IssuedPin) => void;
  dialogs: ReactNode;
} {
  const { toggle, changing } = useSetPartnerActive();
  const [editing, setEditing] = useState<PartnerRow | null>(null);
  const [rotating, setRotating] = useState<PartnerRow | null>(null);
  const [issuedPin, setIssuedPin] = useState<IssuedPin | null>(null);

  function showPin(pin: IssuedPin) {
    setRotating(null);
    setIssuedPin(pin);
  }

  return {
    acting: { changing, onToggleActive: toggle, onEdit: setEditing, onRotatePin: setRotating },
    showPin,
    dialogs: (
      <>
        {editing && <EditPartnerDialog partner={editing} onClose={() => setEditing(null)} />}
        {rotating && (
          <RotatePinDialog partner={rotating} onClose={() => setRotating(null)} onRotated={showPin} />
        )}
        {issuedPin && <PinDialog {...issuedPin} onClose={() => setIssuedPin(null)} />}
      </>
    ),
  };
}
