export type ToastMessage = {
  id: number;
  kind: 'success' | 'error';
  title: string;
  description: string | undefined;
  action?: ToastAction | undefined;
  open: boolean;
};

/** What the toast offers to do about what it tells. */
export interface ToastAction {
  label: string;
  act: () => void;
}

/** How long a dismissed toast is kept before it is forgotten. */
export const REMOVE_DELAY_MS = 1_000_000;

/** How many milliseconds a toast is shown: more where there is something to decide. */
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

/** Says something in the corner of the page. There is one toast at a time: a new one replaces it. */
export function toast(message: {
  title: string;
  description?: string | undefined;
  kind: ToastMessage['kind'];
  action?: ToastAction | undefined;
}): number {
  clearTimeout(removal);
  lastId += 1;
  show({ ...message, description: message.description, id: lastId, open: true });
  return lastId;
}

/** Closes the toast, if it is still the one on show. */
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
