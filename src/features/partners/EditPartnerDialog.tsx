import { useChange } from '#web/api/useChange.ts';
import { toast } from '#web/ui/toast.ts';
import { contract, type PartnerRow } from './contract.ts';
import { type PartnerBody, PartnerForm } from './PartnerForm.tsx';

/** Changes what is said of a store. Its PIN stays. */
export function EditPartnerDialog({ partner, onClose }: { partner: PartnerRow; onClose: () => void }) {
  const update = useChange(contract.updatePartner, {
    change: (send, body: PartnerBody) => send({ params: { id: partner.id }, body }),
    onSuccess: ({ partner: { name } }) => {
      toast({
        kind: 'success',
        title: 'Partner updated',
        description: `Donors now see this of ${name} on the discounts page.`,
      });
      onClose();
    },
  });
  const { name, discount, link, logo } = partner;
  return (
    <PartnerForm
      title="Edit partner"
      description="The store keeps its PIN. A blank field is emptied."
      submitLabel="Save changes"
      pendingLabel="Saving…"
      defaultValues={{ name, discount: discount ?? '', link: link ?? '', logo: logo ?? '' }}
      change={update}
      failed="Failed to update partner"
      onClose={onClose}
    />
  );
}
