import type { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { type AdminRole, adminRoles } from '#shared/roles.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { ConfirmDialog } from '#web/form/ConfirmDialog.tsx';
import { SelectField, TextField } from '#web/form/fields.tsx';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useZodForm } from '#web/form/useForm.ts';
import { toast } from '#web/ui/toast.ts';
import { type Admin, contract } from './contract.ts';
import type { IssuedPassword } from './IssuedPasswords.tsx';

export const roleLabels: Readonly<Record<AdminRole, string>> = { admin: 'Admin', volunteer: 'Volunteer' };

/** Changes somebody's role at once and offers to undo that. */
export function useChangeRole({ id, username, role: previousRole }: Admin) {
  const undo = useSetRole(id, {
    onSuccess: () =>
      toast({ kind: 'success', title: 'Role changed back', description: `${username} is as before.` }),
  });
  return useSetRole(id, {
    onSuccess: (role) =>
      toast({
        kind: 'success',
        title: 'Role changed',
        description: `${username} is ${role === 'admin' ? 'an admin' : 'a volunteer'} from now on.`,
        action: { label: 'Undo', act: () => undo.mutate(previousRole) },
      }),
  });
}

function useSetRole(id: number, { onSuccess }: { onSuccess: (role: AdminRole) => void }) {
  return useChange(contract.changeAdmin, {
    change: (send, role: AdminRole) => send({ params: { id }, body: { role } }),
    staysPending: true,
    onSuccess: ({ admin }) => onSuccess(admin.role),
    onError: (error, role) => errorToast(error, `Failed to make this a ${roleLabels[role].toLowerCase()}`),
  });
}

/** Switches somebody on or off. */
export function useSetActive({ id, username }: Admin, isActive: boolean, onDone?: () => void) {
  return useChange(contract.changeAdmin, {
    change: (send) => send({ params: { id }, body: { isActive } }),
    staysPending: true,
    onSuccess: () => {
      // Called before the list reloads, so that the focus returns to the button that opened the dialog.
      onDone?.();
      toast({
        kind: 'success',
        title: isActive ? 'Switched on' : 'Switched off',
        description: isActive
          ? `${username} can sign in again.`
          : `${username} is signed out and cannot sign in.`,
      });
    },
  });
}

const roleOptions = adminRoles.map((role) => ({ value: role, label: roleLabels[role] }));

const addBody = contract.addAdmin.body;

type AddAdminDialogProps = { onClose: () => void; onAdded: (issued: IssuedPassword) => void };

export function AddAdminDialog({ onClose, onAdded }: AddAdminDialogProps) {
  const form = useZodForm(addBody, { defaultValues: { username: '', role: 'volunteer' } });
  const add = useChange(contract.addAdmin, {
    change: (send, body: z.output<typeof addBody>) => send({ body }),
    onSuccess: ({ admin: { id, username }, password }) =>
      onAdded({ adminId: id, username, password, isReset: false }),
  });
  const { control } = form;
  return (
    <FormDialog
      onClose={onClose}
      title="Add admin"
      description="A password is made up and shown to you once. They change it when they first sign in."
      submitLabel="Add admin"
      pendingLabel="Adding…"
      form={form}
      change={add}
      onSubmit={add.mutate}
      failed="Failed to add the admin"
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
    </FormDialog>
  );
}

type ResetDialogProps = { admin: Admin; onClose: () => void; onReset: (issued: IssuedPassword) => void };

export function ResetDialog({ admin: { id, username }, onClose, onReset }: ResetDialogProps) {
  const reset = useChange(contract.resetAdmin, {
    change: (send) => send({ params: { id } }),
    onSuccess: ({ password }) => onReset({ adminId: id, username, password, isReset: true }),
  });
  return (
    <ConfirmDialog
      title={`Reset the password of ${username}?`}
      description="They are signed out everywhere, and their second factor is taken away. A new password is made up and shown to you once."
      confirmLabel="Reset password"
      pendingLabel="Resetting…"
      kind="clay"
      change={reset}
      onConfirm={() => reset.mutate()}
      failed="Failed to reset the password"
      onClose={onClose}
    />
  );
}

export function SwitchOffDialog({ admin, onClose }: { admin: Admin; onClose: () => void }) {
  const switchOff = useSetActive(admin, false, onClose);
  return (
    <ConfirmDialog
      title={`Switch off ${admin.username}?`}
      description="They are signed out everywhere at once, and cannot sign in until somebody switches them on again. What they did stays on record."
      confirmLabel="Switch off"
      pendingLabel="Switching off…"
      kind="clay"
      change={switchOff}
      onConfirm={() => switchOff.mutate()}
      failed="Failed to change this."
      onClose={onClose}
    />
  );
}
