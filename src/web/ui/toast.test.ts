import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { REMOVE_DELAY_MS, currentToast, dismissToast, subscribeToToast, toast } from './toast.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('toasts', () => {
  test('a new toast replaces the one on show', () => {
    toast({ kind: 'success', title: 'Success!', description: 'Bin status updated' });
    const second = toast({ kind: 'error', title: 'Error' });
    expect(currentToast()).toEqual({
      id: second,
      kind: 'error',
      title: 'Error',
      description: undefined,
      open: true,
    });
  });

  test('a dismissed toast closes at once and is forgotten after the delay', () => {
    const id = toast({ kind: 'success', title: 'Success!' });
    dismissToast(id);
    expect(currentToast()).toMatchObject({ id, open: false });
    vi.advanceTimersByTime(REMOVE_DELAY_MS - 1);
    expect(currentToast()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(currentToast()).toBeNull();
  });

  test('the removal of a dismissed toast spares the one that came after it', () => {
    dismissToast(toast({ kind: 'success', title: 'First' }));
    toast({ kind: 'success', title: 'Second' });
    vi.advanceTimersByTime(REMOVE_DELAY_MS);
    expect(currentToast()).toMatchObject({ title: 'Second', open: true });
  });

  test('dismissing a toast that was replaced changes nothing', () => {
    const first = toast({ kind: 'success', title: 'First' });
    toast({ kind: 'success', title: 'Second' });
    dismissToast(first);
    expect(currentToast()).toMatchObject({ title: 'Second', open: true });
  });

  test('listeners hear of changes until they leave', () => {
    const listener = vi.fn<() => void>();
    const leave = subscribeToToast(listener);
    toast({ kind: 'success', title: 'Heard' });
    leave();
    toast({ kind: 'success', title: 'Unheard' });
    expect(listener).toHaveBeenCalledOnce();
  });
});
