import { useEffect, useEffectEvent } from 'react';
import { findCode, findSeparateCode } from './codeInput.ts';

/**
 * Handles what a scanner types into the fields of PIN and clerk, or outside of fields, up to its Enter. That Enter must press
 * no button: with a remembered PIN it would take a use. Nor must an Enter that is held down go on from check to redemption.
 *
 * @param restore gives a field the text that it had when it got the focus.
 */
export function useScanner(
  handleScan: (code: string) => void,
  restore: Record<'pin' | 'clerk', (text: string) => void>,
) {
  const onScan = useEffectEvent((code: string, field: 'pin' | 'clerk' | null, textAtFocus: string) => {
    if (field) restore[field](textAtFocus);
    handleScan(code);
  });
  useEffect(() => {
    const removing = new AbortController();
    const capture = { capture: true, signal: removing.signal };
    let typed = '';
    let textAtFocus = '';
    const fieldOf = ({ target }: Event) =>
      target instanceof HTMLInputElement && target.type !== 'checkbox' ? target : null;

    function handleFocus(event: Event) {
      typed = '';
      textAtFocus = fieldOf(event)?.value ?? '';
    }
    function block(event: Event) {
      event.preventDefault();
      event.stopPropagation();
    }
    function handleKeyDown(event: globalThis.KeyboardEvent) {
      const field = fieldOf(event);
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
        const code = findSeparateCode(
          value.startsWith(textAtFocus) ? value.slice(textAtFocus.length) : value,
        );
        if (code === null) return;
        block(event);
        onScan(code, name, textAtFocus);
      }
    }
    document.addEventListener('focusin', handleFocus, capture);
    document.addEventListener('keydown', handleKeyDown, capture);
    return () => removing.abort();
  }, []);
}
