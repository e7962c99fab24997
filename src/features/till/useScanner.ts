import { useEffect, useEffectEvent } from 'react';
import { findCode, findSeparateCode } from './codeInput.ts';

/**
 * Handles codes that a scanner types into the PIN or clerk field, or outside all fields. The scanner types an Enter at the
 * end, which must press no button, because with a remembered PIN that would take a use. An Enter that is held down must not
 * continue from checking a code to redeeming it.
 *
 * @param setFieldText sets a field's text. The code is replaced by the text from when the field got the focus.
 */
export function useScanner(
  handleScan: (code: string) => void,
  setFieldText: Record<'pin' | 'clerk', (text: string) => void>,
) {
  const onScan = useEffectEvent((code: string, field: 'pin' | 'clerk' | null, textAtFocus: string) => {
    if (field) setFieldText[field](textAtFocus);
    handleScan(code);
  });
  useEffect(() => {
    const listeners = new AbortController();
    const listenerOptions = { capture: true, signal: listeners.signal };
    let typed = '';
    let textAtFocus = '';
    const textFieldOf = ({ target }: Event) =>
      target instanceof HTMLInputElement && target.type !== 'checkbox' ? target : null;

    function handleFocus(event: Event) {
      typed = '';
      textAtFocus = textFieldOf(event)?.value ?? '';
    }
    function block(event: Event) {
      event.preventDefault();
      event.stopPropagation();
    }
    function handleKeyDown(event: globalThis.KeyboardEvent) {
      const field = textFieldOf(event);
      if (!field && event.key.length === 1) typed += event.key;
      if (event.key !== 'Enter' || event.isComposing) return;
      if (event.repeat) block(event);
      else if (!field && typed.trim() !== '') {
        block(event);
        const code = findCode(typed);
        typed = '';
        if (code !== null) onScan(code, null, '');
      } else if (field?.name === 'pin' || field?.name === 'clerk') {
        const { name, value } = field;
        const typedSinceFocus = value.startsWith(textAtFocus) ? value.slice(textAtFocus.length) : value;
        const code = findSeparateCode(typedSinceFocus);
        if (code === null) return;
        block(event);
        onScan(code, name, textAtFocus);
      }
    }
    document.addEventListener('focusin', handleFocus, listenerOptions);
    document.addEventListener('keydown', handleKeyDown, listenerOptions);
    return () => listeners.abort();
  }, []);
}
