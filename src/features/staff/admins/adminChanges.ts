import type { AdminRole } from '#shared/roles.ts';
import { errorToast } from '#web/api/errors.ts';
import { useChange } from '#web/api/useChange.ts';
import { toast } from '#web/ui/toast.ts';
import { roleWords } from './adminWords.ts';
import { type Admin, contract } from './contract.ts';

/** A password that was made up, until whoever sees it has passed it on. */
export interface IssuedPassword {
  adminId: number;
  username: string;
  password: string;
  /** Whether they had one before. */
  isReset: boolean;
}

/** Gives somebody another role at once, and offers to take that back. */
export function useChangeRole({ id, username, role: before }: Admin) {
  const undo = useRoleOf(id, {
    onSuccess: () =>
      toast({ kind: 'success', title: 'Role changed back', description: `${username} is as before.` }),
  });
  return useRoleOf(id, {
    onSuccess: (role) =>
      toast({
        kind: 'success',
        title: 'Role changed',
        description: `${username} is ${role === 'admin' ? 'an admin' : 'a volunteer'} from now on.`,
        action: { label: 'Undo', act: () => undo.mutate(before) },
      }),
  });
}

function useRoleOf(id: number, { onSuccess }: { onSuccess: (role: AdminRole) => void }) {
  return useChange(contract.changeAdmin, {
    change: (send, role: AdminRole) => send({ params: { id }, body: { role } }),
    staysPending: true,
    onSuccess: ({ admin }) => onSuccess(admin.role),
    onError: (error, role) => errorToast(error, `Failed to make this a ${roleWords[role].toLowerCase()}`),
  });
}

/** Lets somebody in, or out. */
export function useSetActive({ id, username }: Admin, isActive: boolean, onDone?: () => void) {
  return useChange(contract.changeAdmin, {
    change: (send) => send({ params: { id }, body: { isActive } }),
    staysPending: true,
    onSuccess: () => {
      // Before the list is loaded again, so that the focus still finds the button that asked.
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
