import { type Decision, GAP_MILLISECONDS, type Place, readBursts } from './keyBurst.ts';

export interface Hearing {
  /** The code in a text, in its one spelling, or null. */
  codeIn: (text: string) => string | null;
  /** The name of the field that codes belong in. */
  fieldName: string;
  /** A scanner has typed a code, and not into the code's field. */
  onCode: (code: string) => void;
  /** A scanner has typed into the code's field what another layout makes of this code. */
  onRewrite: (code: string) => void;
}

/**
 * Has what a scanner types arrive as a code, wherever the focus is, and leave no trace there.
 *
 * @returns what ends it.
 */
export function hearScanner({ codeIn, fieldName, onCode, onRewrite }: Hearing): () => void {
  const bursts = readBursts(codeIn);
  let putBack = () => {};
  let pausing: ReturnType<typeof setTimeout> | undefined;

  function act({ checks, writes }: Decision) {
    if (writes !== undefined) onRewrite(writes);
    if (checks !== undefined) onCode(checks);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.isComposing) return;
    const { key, code, shiftKey: shift, timeStamp: at } = event;
    const isChord = event.ctrlKey || event.metaKey || event.altKey;
    const isCommand = event.repeat || (isChord && !event.getModifierState('AltGraph'));
    const decision = bursts.press({ key, code, shift, isCommand, at }, placeOf(event.target, fieldName));
    if (decision.begins) putBack = remember(event.target);
    if (decision.swallows) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (decision.putsBack) putBack();
    if (decision.waits) {
      clearTimeout(pausing);
      pausing = setTimeout(() => act(bursts.pause()), GAP_MILLISECONDS);
    }
    act(decision);
  }

  document.addEventListener('keydown', handleKey, { capture: true });
  return () => {
    clearTimeout(pausing);
    document.removeEventListener('keydown', handleKey, { capture: true });
  };
}

function placeOf(target: EventTarget | null, fieldName: string): Place {
  if (!isTextField(target)) return 'elsewhere';
  return target.name === fieldName ? 'codeField' : 'textField';
}

function isTextField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type !== 'checkbox';
}

/** Gives what puts a field back as it is now, so that React and the form see it. */
function remember(target: EventTarget | null): () => void {
  if (!isTextField(target)) return () => {};
  const { value, selectionStart, selectionEnd } = target;
  return () => {
    if (target.value === value) return;
    // React watches the element's own property, and takes a value that is set there for its own.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, value);
    target.dispatchEvent(new Event('input', { bubbles: true }));
    target.setSelectionRange(selectionStart, selectionEnd);
  };
}
