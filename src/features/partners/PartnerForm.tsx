import type { UseMutationResult } from '@tanstack/react-query';
import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { TextField } from '#web/form/fields.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import { createPartnerBody } from './contract.ts';

export type PartnerBody = z.output<typeof createPartnerBody>;

type PartnerFormProps = {
  title: string;
  description: string;
  submitLabel: string;
  pendingLabel: string;
  defaultValues: { name: string; discount: string; link: string; logo: string };
  change: Pick<UseMutationResult<unknown, Error, PartnerBody>, 'mutate' | 'isPending' | 'error'>;
  /** What is said where the server gives no sentence. */
  failed: string;
  onClose: () => void;
};

/** What is said of a store, when it is added and when that changes. */
export function PartnerForm({ change, failed, defaultValues, ...dialog }: PartnerFormProps) {
  const form = useZodForm(createPartnerBody, { defaultValues });
  const { control } = form;
  return (
    <DialogForm
      {...dialog}
      open
      form={form}
      onSubmit={(body) => change.mutate(body, { onError: (error) => placeErrors(form, error) })}
      pending={change.isPending}
      error={unplacedError(change.error, failed)}
    >
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
    </DialogForm>
  );
}
