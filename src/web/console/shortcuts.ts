import { useEffect, useEffectEvent } from 'react';
import { rememberedSwitch } from '#web/ui/rememberedSwitch.ts';
import { useBurstDetector } from './burstDetector.ts';

/** The single keys of the console and what they do, in the order of the help. */
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

/** The desk's keys while its field for kilograms has the focus. They act even if single keys are off. */
export const deskKeys = {
  'R −': 'Reject: 1 to 4 choose a usual reason, letters begin another',
  'S +': 'Skip: it comes last',
  'E *': 'Accept the donor’s new email, or not',
  'U /': 'Undo the last one',
  Z: 'Enlarge the photo',
  Esc: 'Go back to the search field',
} as const;

type ShortcutKey = keyof typeof shortcuts;

type ShortcutHandlers = Partial<Record<ShortcutKey, (() => void) | undefined>>;

/** Whether single keys act. Off by default, because speech input and stray fingers press letters too (WCAG 2.1.4). */
export const singleKeys = rememberedSwitch('reround.console.singleKeys', false);

/** Acts on single keys, except in a field or behind a dialog or menu. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const burstDetector = useBurstDetector();

  const act = useEffectEvent((key: ShortcutKey) => {
    // A dialog may have opened since the key was pressed.
    if (!isCovered()) handlers[key]?.();
  });

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isInField = () => isTextField(document.activeElement);
    const isBurst = burstDetector.recordKey(event, isInField);
    // A scanner's Enter or space must not press the focused button, which may confirm or reject.
    if (isBurst && (event.key === 'Enter' || event.key === ' ') && !isInField()) event.preventDefault();
    if (isCovered()) return;
    const key = shortcutOf(event);
    if (!key || !handlers[key]) return;
    // Some browsers use the key themselves, such as to search the page.
    event.preventDefault();
    if (isBurst) return;
    if (event.repeat) {
      act(key);
      return;
    }
    const focused = document.activeElement;
    burstDetector.runIfAlone(() => {
      // If the list has reloaded since the key was pressed, another row may have the focus.
      if (document.activeElement === focused) act(key);
    });
  });

  useEffect(() => listenForKeys((event) => press(event)), []);
}

/** Opens the palette on Ctrl K, or on ⌘ K on Apple devices, whose text fields use Ctrl K themselves. */
export function usePaletteKey(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const modifier = isApple() ? event.metaKey : event.ctrlKey;
    if (!modifier || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'k') return;
    // Without this some browsers go to their own search field.
    event.preventDefault();
    if (!isCovered()) open();
  });

  useEffect(() => listenForKeys((event) => press(event)), []);
}

/** Returns a function that stops listening. */
function listenForKeys(listener: (event: KeyboardEvent) => void): () => void {
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}

/** The palette's shortcut as this device's keyboard names it. */
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
  // Letters act without Shift only, but many keyboards need it for "?" or "/".
  if (event.shiftKey && /^\w/.test(key)) return null;
  // A key that is held down may move through the rows, but not confirm or reject row after row.
  if (event.repeat && key !== 'j' && key !== 'k') return null;
  if (usesKeyItself(document.activeElement, key)) return null;
  return key;
}

function isShortcut(key: string): key is ShortcutKey {
  return Object.hasOwn(shortcuts, key);
}

/** Whether the focused element has a use of its own for the key. */
function usesKeyItself(target: Element | null, key: ShortcutKey): boolean {
  if (key === 'Enter' && target?.closest('a, button, summary, [role="button"]')) return true;
  return isTextField(target);
}

function isTextField(target: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(textFieldSelector) !== null;
}

const textFieldSelector =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"]), textarea, select, [role="combobox"], [role="listbox"]';

/** Whether a dialog or menu is open. */
function isCovered(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}
