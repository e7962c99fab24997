import { lengths } from '#shared/lengths.ts';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useChange } from '#web/api/useChange.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { placeErrors } from '#web/form/serverErrors.ts';
import { TextField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { ErrorNote } from '#web/ui/ErrorNote.tsx';
import { toast } from '#web/ui/toast.ts';
import { binFailureToast } from './binChanges.ts';
import { BinFields } from './BinFields.tsx';
import { contract, createBinBody } from './contract.ts';

export function AddBinDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(createBinBody, { defaultValues: { name: '', location: '', binCode: '' } });
  const texts = useWatch({ control: form.control });
  const create = useChange(contract.createBin, {
    change: (send, body: z.output<typeof createBinBody>) => send({ body }),
    onSuccess: ({ bin }) => {
      toast({
        kind: 'success',
        title: 'Drop bin created successfully',
        description: `Its QR Code button makes the codes for ${bin.name}.`,
      });
      onClose();
    },
    onError: (error) =>
      binFailureToast(error, 'Failed to create drop bin', { inForm: placeErrors(form, error) }),
  });
  const { errors, isSubmitted } = form.formState;
  const lacking =
    isSubmitted &&
    (['name', 'location', 'binCode'] as const).some((name) => errors[name] && !texts[name]?.trim());

  return (
    <DialogForm
      open
      onClose={onClose}
      title="Add New Bin"
      submitLabel="Add Bin"
      pendingLabel="Adding…"
      form={form}
      onSubmit={(values) => create.mutate(values)}
      pending={create.isPending}
      // A toast tells of what is about no field, as for the other changes of this page.
      error={null}
    >
      <BinFields nameLabel="Bin Name" locationHint="Where people find it: the building and the door." />
      <TextField
        control={form.control}
        name="binCode"
        label="Bin Code"
        hint="Uppercase letters, numbers and underscores, such as UC_EAST."
        transform={(text) => text.toUpperCase()}
        maxLength={lengths.binCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <ErrorNote message={lacking ? 'Please fill in all fields' : null} takesFocus={false} />
    </DialogForm>
  );
}
