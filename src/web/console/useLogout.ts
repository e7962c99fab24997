import { useMutation } from '@tanstack/react-query';
import { contract as auth } from '#features/staff/contract.ts';
import { callChanging } from '#web/api/callChanging.ts';
import { errorToast } from '#web/api/errorToast.ts';
import { forgetSession } from './sessionKeeping.ts';
import { paths } from '#web/paths.ts';

/** Ends an admin's session and leaves for the login page. */
export function useLogout(): { loggingOut: boolean; logout: () => void } {
  const mutation = useMutation({
    mutationFn: () => callChanging(auth.adminLogout, {}),
    onSuccess: leave,
    onError: (error) => errorToast(error, 'Failed to log out.'),
  });
  // Until the new page is there, too.
  return { loggingOut: mutation.isPending || mutation.isSuccess, logout: () => mutation.mutate() };
}

/** By loading the page anew, so that nothing of what the admin saw stays in the browser's memory. */
function leave() {
  forgetSession();
  window.location.assign(paths.adminLogin);
}
