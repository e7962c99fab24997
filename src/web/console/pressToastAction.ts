import { currentToast, dismissToast } from '#web/ui/toast.ts';

/** Does what the toast on show offers; false where none does. */
export function pressToastAction(): boolean {
  const shown = currentToast();
  if (!shown?.open || !shown.action) return false;
  dismissToast(shown.id);
  shown.action.act();
  return true;
}
