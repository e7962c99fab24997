import type { z } from 'zod';
import { ApiError } from '#web/api/client.ts';
import { useChange } from '#web/api/useChange.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { applyFieldErrors, useZodForm } from '#web/form/useForm.ts';
import { contract, createPartnerBody } from './contract.ts';
import { homelessError, PartnerFields } from './PartnerFields.tsx';
import type { IssuedPin } from './PinDialog.tsx';

type AddPartnerDialogProps = { onClose: () => void; onCreated: (pin: IssuedPin) => void };

export function AddPartnerDialog({ onClose, onCreated }: AddPartnerDialogProps) {
  const form = useZodForm(createPartnerBody, {
    defaultValues: { name: '', discount: '', link: '', logo: '' },
  });
  const create = useChange(contract.createPartner, {
    change: (send, body: z.output<typeof createPartnerBody>) => send({ body }),
    onSuccess: ({ partner, pin }) => onCreated({ partnerName: partner.name, pin, rotated: false }),
    onError: (error) => {
      if (error instanceof ApiError) applyFieldErrors(form, error.fields);
    },
  });

  return (
    <DialogForm
      open
      onClose={onClose}
      title="Add partner"
      description="The store's PIN is made when you add it."
      submitLabel="Add partner"
      pendingLabel="Adding…"
      form={form}
      onSubmit={(values) => create.mutate(values)}
      pending={create.isPending}
      error={create.error && homelessError(create.error, 'Failed to create partner')}
    >
      <PartnerFields control={form.control} />
    </DialogForm>
  );
}
