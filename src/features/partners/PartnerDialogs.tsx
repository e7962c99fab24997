import { type ComponentProps, useRef, useState } from 'react';
import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { useChange } from '#web/api/useChange.ts';
import { changedValues } from '#web/form/changedValues.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { TextAreaField, TextField } from '#web/form/fields.tsx';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Checkbox, Field } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/toast.ts';
import { contract, createPartnerBody, type PartnerRow, type updatePartnerBody } from './contract.ts';

type PartnerBody = z.output<typeof createPartnerBody>;

type AddPartnerDialogProps = { onClose: () => void; onCreated: (issuedPin: IssuedPin) => void };

export function AddPartnerDialog({ onClose, onCreated }: AddPartnerDialogProps) {
  const create = useChange(contract.createPartner, {
    change: (send, body: PartnerBody) => send({ body }),
    onSuccess: ({ partner, pin }) => onCreated({ partnerName: partner.name, pin, isRotated: false }),
  });
  return (
    <PartnerForm
      title="Add partner"
      description="Adding the store makes its PIN."
      submitLabel="Add partner"
      pendingLabel="Adding…"
      defaultValues={{ name: '', discount: '', address: '', hours: '', link: '', logo: '' }}
      change={create}
      onSubmit={create.mutate}
      failed="Failed to create partner"
      onClose={onClose}
    />
  );
}

export function EditPartnerDialog({ partner, onClose }: { partner: PartnerRow; onClose: () => void }) {
  const update = useChange(contract.updatePartner, {
    change: (send, body: z.input<typeof updatePartnerBody>) => send({ params: { id: partner.id }, body }),
    onSuccess: ({ partner: { name } }) => {
      toast({
        kind: 'success',
        title: 'Partner updated',
        description: `The new details of ${name} are saved.`,
      });
      onClose();
    },
  });
  const { name, discount, address, hours, link, logo } = partner;
  const defaultValues = {
    name,
    discount: discount ?? '',
    address: address ?? '',
    hours: hours ?? '',
    link: link ?? '',
    logo: logo ?? '',
  };
  return (
    <PartnerForm
      title="Edit partner"
      description="The store keeps its PIN. What you leave blank is deleted."
      submitLabel="Save changes"
      pendingLabel="Saving…"
      defaultValues={defaultValues}
      change={update}
      onSubmit={(values, options) => {
        const changes = changedValues(values, defaultValues);
        if (changes) update.mutate(changes, options);
        else onClose();
      }}
      failed="Failed to update partner"
      onClose={onClose}
    />
  );
}

type PartnerFormProps = Omit<
  ComponentProps<typeof FormDialog<z.input<typeof createPartnerBody>, PartnerBody>>,
  'form' | 'children'
> & { defaultValues: Record<keyof PartnerBody, string> };

function PartnerForm({ defaultValues, ...dialogProps }: PartnerFormProps) {
  const form = useZodForm(createPartnerBody, { defaultValues });
  const { control } = form;
  return (
    <FormDialog {...dialogProps} form={form}>
      <TextField control={control} name="name" label="Name" maxLength={lengths.name} autoComplete="off" />
      <TextField
        control={control}
        name="discount"
        label="Discount"
        labelNote="optional"
        hint="What a reward code is worth there, in the store's words."
        maxLength={lengths.discount}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="address"
        label="Address"
        labelNote="optional"
        maxLength={lengths.address}
        autoComplete="off"
      />
      <TextAreaField
        control={control}
        name="hours"
        label="Hours"
        labelNote="optional"
        hint="When it is open, such as Mon to Fri 10 to 6"
        rows={2}
        maxLength={lengths.openingHours}
      />
      <TextField
        control={control}
        name="link"
        label="Link"
        labelNote="optional"
        hint="The store's website, with https://"
        type="url"
        inputMode="url"
        autoComplete="off"
      />
      <TextField
        control={control}
        name="logo"
        label="Logo"
        labelNote="optional"
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
  onRotated: (issuedPin: IssuedPin) => void;
};

export function RotatePinDialog({ partner, onClose, onRotated }: RotatePinDialogProps) {
  const rotate = useChange(contract.rotatePartnerPin, {
    change: (send) => send({ params: { id: partner.id } }),
    onSuccess: ({ pin }) => onRotated({ partnerName: partner.name, pin, isRotated: true }),
  });
  return (
    <ConfirmDialog
      title={`Rotate the PIN of ${partner.name}?`}
      description="The old PIN stops working at once. The store needs the new one to redeem codes."
      confirmLabel="Rotate PIN"
      pendingLabel="Rotating…"
      kind="clay"
      change={rotate}
      onConfirm={() => rotate.mutate()}
      failed="Failed to rotate PIN"
      onClose={onClose}
    />
  );
}

export interface IssuedPin {
  partnerName: string;
  pin: string;
  /** Whether it replaced an earlier PIN. */
  isRotated: boolean;
}

/** Shows a PIN once, since the server stores only its hash. It closes only after the admin ticked the box. */
export function PinDialog({ issuedPin, onClose }: { issuedPin: IssuedPin; onClose: () => void }) {
  const { partnerName, pin, isRotated } = issuedPin;
  const [isConfirmed, setConfirmed] = useState(false);
  const [hasTriedToClose, setTriedToClose] = useState(false);
  const checkbox = useRef<HTMLInputElement>(null);

  function closeIfConfirmed() {
    if (isConfirmed) {
      onClose();
      return;
    }
    setTriedToClose(true);
    checkbox.current?.focus();
  }

  return (
    <Dialog
      onClose={closeIfConfirmed}
      title={`PIN of ${partnerName}`}
      description={isRotated ? 'The old PIN no longer works.' : 'The store is added and may redeem codes.'}
      footer={
        <Button size="console" onClick={closeIfConfirmed}>
          Done
        </Button>
      }
      error={null}
      pending={false}
    >
      <div className="rounded-large bg-sunk px-4 py-6 text-center">
        <output
          aria-label="Partner PIN"
          className="block font-display text-[clamp(2.125rem,11vw,2.875rem)] leading-none font-extrabold tracking-[.045em] tabular select-all"
        >
          {/* A margin, not a space, so that a selection copies the digits alone. */}
          <span className="me-[.25em]">{pin.slice(0, 4)}</span>
          <span>{pin.slice(4)}</span>
        </output>
        <div className="mt-5">
          <CopyButton text={pin} label="Copy PIN" />
        </div>
      </div>
      <p className="mt-4 text-base">
        <b className="font-[650]">This PIN is shown only once.</b> Give it to the store now. A lost PIN can
        only be rotated.
      </p>
      <Field
        inline
        label="The PIN is with the store or kept safe"
        error={
          hasTriedToClose && !isConfirmed
            ? 'Tick this before you close: the PIN cannot be shown again.'
            : null
        }
        className="mt-4"
      >
        <Checkbox
          ref={checkbox}
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
      </Field>
    </Dialog>
  );
}
