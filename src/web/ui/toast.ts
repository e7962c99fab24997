export type ToastMessage = {
  id: number;
  kind: 'success' | 'error';
  title: string;
  description?: string | undefined;
  action?: ToastAction | undefined;
};

/** A button in the toast. */
export interface ToastAction {
  label: string;
  act: () => void;
}

/** How many milliseconds a toast is shown. One with a button is shown longer, so that people can decide. */
export function durationOf({ action }: ToastMessage): number {
  return action ? 10_000 : 5000;
}

let current: ToastMessage | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ToastMessage | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, and returns its id. A new toast replaces the current one. */
export function toast(message: Omit<ToastMessage, 'id'>): number {
  lastId += 1;
  show({ ...message, id: lastId });
  return lastId;
}

/** Closes the toast, unless another has replaced it. */
export function dismissToast(id: number) {
  if (current?.id === id) show(null);
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToast(): ToastMessage | null {
  return current;
}
