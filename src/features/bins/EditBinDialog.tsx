import type { z } from 'zod';
import { useChange } from '#web/api/useChange.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { CheckboxField } from '#web/form/fields.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { requestFailed } from './binChanges.ts';
import { BinFields } from './BinFields.tsx';
import { type BinRow, contract } from './contract.ts';

const editForm = contract.updateBin.body.required();

export function EditBinDialog({ bin, onClose }: { bin: BinRow; onClose: () => void }) {
  const form = useZodForm(editForm, {
    defaultValues: { name: bin.name, location: bin.location, isActive: bin.is_active },
  });
  const update = useChange(contract.updateBin, {
    change: (send, body: z.output<typeof editForm>) => send({ params: { id: bin.id }, body }),
    onSuccess: ({ bin: changed }) => {
      toast({ kind: 'success', title: 'Bin saved', description: savedWords(bin, changed) });
      onClose();
    },
    onError: (error) => placeErrors(form, error),
  });

  return (
    <DialogForm
      open
      onClose={onClose}
      title={`Edit ${bin.name}`}
      description={`Bin code ${bin.bin_code}, which stays as it is.`}
      submitLabel="Save"
      pendingLabel="Saving…"
      form={form}
      onSubmit={(values) => update.mutate(values)}
      pending={update.isPending}
      error={unplacedError(update.error, requestFailed)}
    >
      <BinFields nameLabel="Name" locationHint="Donors read it after they scan the bin." />
      <CheckboxField
        control={form.control}
        name="isActive"
        label="Active"
        hint="An inactive bin is offered to nobody, and takes no reports."
      />
    </DialogForm>
  );
}

function savedWords(before: BinRow, after: BinRow): string {
  if (before.location === after.location) return `${after.name} is up to date.`;
  return `A printed Log code still says the old location: print the sheet of ${after.name} anew.`;
}
