import { describe, expect, test, vi } from 'vitest';
import { currentToast, dismissToast, subscribeToToast, toast } from './toast.ts';

describe('toasts', () => {
  test('a new toast replaces the current one', () => {
    toast({ kind: 'success', title: 'Success!', description: 'Bin status updated' });
    const id = toast({ kind: 'error', title: 'Error' });
    expect(currentToast()).toEqual({ id, kind: 'error', title: 'Error' });
  });

  test('a dismissed toast is gone', () => {
    dismissToast(toast({ kind: 'success', title: 'Success!' }));
    expect(currentToast()).toBeNull();
  });

  test('dismissing a toast that was replaced changes nothing', () => {
    const replacedId = toast({ kind: 'success', title: 'First' });
    toast({ kind: 'success', title: 'Second' });
    dismissToast(replacedId);
    expect(currentToast()).toMatchObject({ title: 'Second' });
  });

  test('listeners are called until they unsubscribe', () => {
    const listener = vi.fn<() => void>();
    const unsubscribe = subscribeToToast(listener);
    toast({ kind: 'success', title: 'First' });
    unsubscribe();
    toast({ kind: 'success', title: 'Second' });
    expect(listener).toHaveBeenCalledOnce();
  });
});
