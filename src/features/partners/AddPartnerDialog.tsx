import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { ApiError, call } from '#web/api/client.ts';
import { endpointKey } from '#web/api/queries.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { applyFieldErrors, useZodForm } from '#web/form/useForm.ts';
import { contract, createPartnerBody } from './contract.ts';
import { homelessError, PartnerFields } from './PartnerFields.tsx';
import type { IssuedPin } from './PinDialog.tsx';
import { refreshPublicPartners } from './refreshPartners.ts';

type AddPartnerDialogProps = { onClose: () => void; onCreated: (pin: IssuedPin) => void };

export function AddPartnerDialog({ onClose, onCreated }: AddPartnerDialogProps) {
  const queryClient = useQueryClient();
  const form = useZodForm(createPartnerBody, {
    defaultValues: { name: '', discount: '', link: '', logo: '' },
  });
  const create = useMutation({
    mutationFn: (body: z.output<typeof createPartnerBody>) => call(contract.createPartner, { body }),
    onSuccess: ({ partner, pin }) => {
      void queryClient.invalidateQueries({ queryKey: endpointKey(contract.adminPartners) });
      void refreshPublicPartners(queryClient);
      onCreated({ partnerName: partner.name, pin, rotated: false });
    },
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
