import { useEffect, useEffectEvent } from 'react';
import { rememberedSwitch } from '#web/ui/rememberedSwitch.ts';
import { useLoneKeys } from './loneKeys.ts';

/** The single keys of the console, in the order that the help tells them, and what they do. */
export const shortcuts = {
  '/': 'Go to the search field',
  j: 'Go to the next row',
  k: 'Go to the previous row',
  x: 'Select or deselect the row',
  Enter: 'Open the details of the row',
  c: 'Confirm the row, or all selected rows',
  r: 'Reject the row',
  u: 'Undo your last confirmation',
  p: 'Open the page of the row’s person',
  '?': 'Show this help',
} as const;

/** What the keys do at the desk while the kilograms have the focus. They act there whether single keys are on or off. */
export const deskKeys = {
  'R −': 'Reject: 1 to 4 choose a usual reason, letters begin another',
  'S +': 'Skip: it comes last',
  'E *': 'Accept the donor’s new email, or not',
  'U /': 'Undo the last one',
  Z: 'Enlarge the photo',
  Esc: 'Go back to the search field',
} as const;

type ShortcutKey = keyof typeof shortcuts;

export type ShortcutHandlers = Partial<Record<ShortcutKey, (() => void) | undefined>>;

/**
 * Whether single keys act. Speech input and stray fingers press letters that nobody meant, so they are off until
 * somebody turns them on (WCAG 2.1.4).
 */
export const singleKeys = rememberedSwitch('reround.console.singleKeys', false);

/** Acts on single keys, wherever the focus is, but in a field or behind something that lies on top. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const loneKeys = useLoneKeys();

  const act = useEffectEvent((key: ShortcutKey) => {
    if (topmost() === null) handlers[key]?.();
  });

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isInField = () => isTypedInto(document.activeElement);
    const isBurst = loneKeys.press(event, isInField);
    // The button with the focus may be one that confirms or rejects.
    if (isBurst && (event.key === 'Enter' || event.key === ' ') && !isInField()) event.preventDefault();
    if (topmost() !== null) return;
    const key = shortcutOf(event);
    if (!key || !handlers[key]) return;
    // Some browsers have a use of their own for the key, such as a search field.
    event.preventDefault();
    if (isBurst) return;
    if (event.repeat) {
      act(key);
      return;
    }
    const focused = document.activeElement;
    loneKeys.actAlone(() => {
      // The list may have been loaded anew: the key was not meant for a row that has the focus only since.
      if (document.activeElement === focused) act(key);
    });
  });

  useEffect(() => onKeydown((event) => press(event)), []);
}

/** Ctrl K, or ⌘ K where that is the custom: there Ctrl K belongs to the text fields. */
export function usePaletteKey(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const modifier = isApple() ? event.metaKey : event.ctrlKey;
    if (!modifier || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return;
    // Else some browsers go to their own search field.
    event.preventDefault();
    if (topmost() === null) open();
  });

  useEffect(() => onKeydown((event) => press(event)), []);
}

/** Gives what ends it. */
function onKeydown(listener: (event: KeyboardEvent) => void): () => void {
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}

/** The palette's keys as this machine's users write them. */
export function paletteKeys(): string {
  return isApple() ? '⌘ K' : 'Ctrl K';
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

function shortcutOf(event: KeyboardEvent): ShortcutKey | null {
  if (!singleKeys.isOn() || event.defaultPrevented || event.isComposing) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!isShortcut(key)) return null;
  // Shift makes another key of a letter, yet on many keyboards there is no "?" or "/" without it.
  if (event.shiftKey && /^\w/.test(key)) return null;
  // A key that is held down may move, but not decide row after row.
  if (event.repeat && key !== 'j' && key !== 'k') return null;
  if (takesKey(document.activeElement, key)) return null;
  return key;
}

function isShortcut(key: string): key is ShortcutKey {
  return Object.hasOwn(shortcuts, key);
}

/** Whether the focused element has a use of its own for the key. */
function takesKey(target: Element | null, key: ShortcutKey): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === 'Enter' && target.closest('a, button, summary, [role="button"]')) return true;
  return isTypedInto(target);
}

function isTypedInto(target: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(typedInto) !== null;
}

const typedInto =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"]), textarea, select, [role="combobox"], [role="listbox"]';

/** What lies over everything else, or null where that is the screen itself. */
function topmost(): Element | null {
  return (
    [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].at(-1) ?? null
  );
}
