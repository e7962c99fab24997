import type { ChangeEvent, CompositionEvent } from 'react';

/** A change event of a field, with the parts that `onChange` of react-hook-form's `register` reads. */
interface TypedEvent {
  target: HTMLInputElement;
  type: 'change';
  /** Whether a keyboard still composes the word. */
  isComposing: boolean;
}

/**
 * The event handlers of a field that rewrites the text while it is typed. A word that a keyboard still composes is rewritten
 * only once it is complete, because its letters would appear twice otherwise.
 */
export function rewriteTyped(transform: (text: string) => string, onTyped: (event: TypedEvent) => unknown) {
  function handle(target: HTMLInputElement, isComposing: boolean) {
    if (!isComposing) rewrite(target, transform);
    onTyped({ target, type: 'change', isComposing });
  }
  return {
    onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      handle(target, (nativeEvent as InputEvent).isComposing);
    },
    onCompositionEnd({ currentTarget }: CompositionEvent<HTMLInputElement>) {
      handle(currentTarget, false);
    },
  };
}

function rewrite(input: HTMLInputElement, transform: (text: string) => string) {
  const text = transform(input.value);
  if (text === input.value) return;
  // Setting the value moves the caret to the end, also if somebody types in the middle.
  const caret = input.selectionStart;
  input.value = text;
  if (caret !== null) input.setSelectionRange(caret, caret);
}
