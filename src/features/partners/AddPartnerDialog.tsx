import { useChange } from '#web/api/useChange.ts';
import { contract } from './contract.ts';
import { type PartnerBody, PartnerForm } from './PartnerForm.tsx';
import type { IssuedPin } from './PinDialog.tsx';

type AddPartnerDialogProps = { onClose: () => void; onCreated: (pin: IssuedPin) => void };

export function AddPartnerDialog({ onClose, onCreated }: AddPartnerDialogProps) {
  const create = useChange(contract.createPartner, {
    change: (send, body: PartnerBody) => send({ body }),
    onSuccess: ({ partner, pin }) => onCreated({ partnerName: partner.name, pin, rotated: false }),
  });
  return (
    <PartnerForm
      title="Add partner"
      description="The store's PIN is made when you add it."
      submitLabel="Add partner"
      pendingLabel="Adding…"
      defaultValues={{ name: '', discount: '', link: '', logo: '' }}
      change={create}
      failed="Failed to create partner"
      onClose={onClose}
    />
  );
}
