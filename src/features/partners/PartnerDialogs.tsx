import type { ComponentProps } from 'react';
import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { TextField } from '#web/form/fields.tsx';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { contract, createPartnerBody, type PartnerRow } from './contract.ts';
import type { IssuedPin } from './PinDialog.tsx';

type PartnerBody = z.output<typeof createPartnerBody>;

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
      onSubmit={create.mutate}
      failed="Failed to create partner"
      onClose={onClose}
    />
  );
}

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
      onSubmit={update.mutate}
      failed="Failed to update partner"
      onClose={onClose}
    />
  );
}

type PartnerFormProps = Omit<
  ComponentProps<typeof FormDialog<z.input<typeof createPartnerBody>, PartnerBody>>,
  'form' | 'children'
> & { defaultValues: { name: string; discount: string; link: string; logo: string } };

function PartnerForm({ defaultValues, ...dialog }: PartnerFormProps) {
  const form = useZodForm(createPartnerBody, { defaultValues });
  const { control } = form;
  return (
    <FormDialog {...dialog} form={form}>
      <TextField control={control} name="name" label="Name" maxLength={lengths.name} autoComplete="off" />
      <TextField
        control={control}
        name="discount"
        label="Discount"
        mark="optional"
        hint="What a reward code is worth there, in the store's words."
        maxLength={lengths.discount}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="link"
        label="Link"
        mark="optional"
        hint="The store's website, with https://"
        type="url"
        inputMode="url"
        autoComplete="off"
      />
      <TextField
        control={control}
        name="logo"
        label="Logo"
        mark="optional"
        hint="The address of a picture, with https://"
        type="url"
        inputMode="url"
        autoComplete="off"
      />
    </FormDialog>
  );
}

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
      title={`Rotate the PIN of ${partner.name}?`}
      description="The old PIN stops working at once. The store needs the new one to redeem codes."
      confirmLabel="Rotate PIN"
      pendingLabel="Rotating…"
      kind="clay"
      change={rotate}
      onConfirm={() => rotate.mutate(undefined, { onSuccess: onClose })}
      failed="Failed to rotate PIN"
      onClose={onClose}
    />
  );
}
