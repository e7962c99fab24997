import { currentToast, dismissToast } from '#web/ui/toast.ts';

/** Takes back what the toast on show offers to; false where none does. What was taken back it does not do anew. */
export function pressToastAction(): boolean {
  const shown = currentToast();
  if (!shown?.open || !shown.action?.label.startsWith('Undo')) return false;
  dismissToast(shown.id);
  shown.action.act();
  return true;
}
