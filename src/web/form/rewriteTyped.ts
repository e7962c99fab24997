import type { ChangeEvent, CompositionEvent } from 'react';

/** A change of a field, as `register` of a form takes it. */
interface Typed {
  target: HTMLInputElement;
  type: 'change';
  /** Whether a keyboard still composes it, so that it is not rewritten yet. */
  isComposing: boolean;
}

/**
 * The handlers of a field that rewrites what is typed. A keyboard that composes a word goes on from its own letters: rewritten
 * ones would stand there twice. So what is composed is rewritten once, at its end.
 */
export function rewriteTyped(transform: (text: string) => string, onTyped: (typed: Typed) => unknown) {
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
  // Setting the value throws the caret to the end, where it is a nuisance to someone mending the middle.
  const caret = input.selectionStart;
  input.value = text;
  if (caret !== null) input.setSelectionRange(caret, caret);
}
