export type ToastMessage = {
  id: number;
  kind: 'success' | 'error';
  title: string;
  description?: string | undefined;
  action?: ToastAction | undefined;
  open: boolean;
};

/** A button in the toast. */
export interface ToastAction {
  label: string;
  act: () => void;
}

/** How many milliseconds a dismissed toast stays in memory. */
export const REMOVE_DELAY_MS = 1_000_000;

/** How many milliseconds a toast is shown. One with a button stays longer, so that somebody can decide. */
export function shownFor({ action }: ToastMessage): number {
  return action ? 10_000 : 5000;
}

let current: ToastMessage | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: ToastMessage | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in the corner of the page. There is one at a time: a new one replaces it. */
export function toast(message: Omit<ToastMessage, 'id' | 'open'>): number {
  clearTimeout(removal);
  lastId += 1;
  show({ ...message, id: lastId, open: true });
  return lastId;
}

/** Closes the toast, unless another has replaced it. */
export function dismissToast(id: number) {
  if (current?.id !== id || !current.open) return;
  show({ ...current, open: false });
  removal = setTimeout(() => show(null), REMOVE_DELAY_MS);
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToast(): ToastMessage | null {
  return current;
}
