import { lengths } from '#shared/lengths.ts';
import type { Control } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { TextField } from '#web/form/fields.tsx';
import type { createPartnerBody } from './contract.ts';

type PartnerFieldsProps = {
  control: Control<z.input<typeof createPartnerBody>, unknown, z.output<typeof createPartnerBody>>;
};

/** What is said of a store, when it is added and when that changes. */
export function PartnerFields({ control }: PartnerFieldsProps) {
  return (
    <>
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
    </>
  );
}

/** What is not said at a field already. */
export function homelessError(error: Error, otherwise: string): string | null {
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return null;
  return errorMessage(error, otherwise);
}
