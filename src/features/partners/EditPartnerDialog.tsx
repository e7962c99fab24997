import type { z } from 'zod';
import { ApiError } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { applyFieldErrors, useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { contract, createPartnerBody, type PartnerRow } from './contract.ts';
import { homelessError, PartnerFields } from './PartnerFields.tsx';

/** Changes what is said of a store. Its PIN stays. */
export function EditPartnerDialog({ partner, onClose }: { partner: PartnerRow; onClose: () => void }) {
  const form = useZodForm(createPartnerBody, {
    defaultValues: {
      name: partner.name,
      discount: partner.discount ?? '',
      link: partner.link ?? '',
      logo: partner.logo ?? '',
    },
  });
  const update = useChange(contract.updatePartner, {
    change: (send, body: z.output<typeof createPartnerBody>) => send({ params: { id: partner.id }, body }),
    onSuccess: ({ partner: { name } }) => {
      toast({
        kind: 'success',
        title: 'Partner updated',
        description: `Donors now see this of ${name} on the discounts page.`,
      });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError) applyFieldErrors(form, error.fields);
    },
  });

  return (
    <DialogForm
      open
      onClose={onClose}
      title="Edit partner"
      description="The store keeps its PIN. A blank field is emptied."
      submitLabel="Save changes"
      pendingLabel="Saving…"
      form={form}
      onSubmit={(body) => update.mutate(body)}
      pending={update.isPending}
      error={update.error && homelessError(update.error, 'Failed to update partner')}
    >
      <PartnerFields control={form.control} />
    </DialogForm>
  );
}
