import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { adminRoles } from '#shared/roles.ts';
import { useChange } from '#web/api/useChange.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { SelectField, TextField } from '#web/form/fields.tsx';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { useZodForm } from '#web/form/useForm.ts';
import type { IssuedPassword } from './adminChanges.ts';
import { roleWords } from './adminWords.ts';
import { addAdminBody, contract } from './contract.ts';

const roleOptions = adminRoles.map((role) => ({ value: role, label: roleWords[role] }));

type AddAdminDialogProps = { onClose: () => void; onAdded: (issued: IssuedPassword) => void };

export function AddAdminDialog({ onClose, onAdded }: AddAdminDialogProps) {
  const form = useZodForm(addAdminBody, { defaultValues: { username: '', role: 'volunteer' } });
  const add = useChange(contract.addAdmin, {
    change: (send, body: z.output<typeof addAdminBody>) => send({ body }),
    onSuccess: ({ admin: { id, username }, password }) =>
      onAdded({ adminId: id, username, password, isReset: false }),
  });
  const { control } = form;
  return (
    <DialogForm
      open
      onClose={onClose}
      title="Add admin"
      description="A password is made up and shown to you once. They change it when they first sign in."
      submitLabel="Add admin"
      pendingLabel="Adding…"
      form={form}
      onSubmit={(body) => add.mutate(body, { onError: (error) => placeErrors(form, error) })}
      pending={add.isPending}
      error={unplacedError(add.error, 'Failed to add the admin')}
    >
      <TextField
        control={control}
        name="username"
        label="Username"
        hint="What they sign in with, and what the log calls them."
        maxLength={lengths.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField control={control} name="role" label="Role" options={roleOptions} />
    </DialogForm>
  );
}
