import type { ChangeEvent, CompositionEvent } from 'react';
import { describe, expect, test } from 'vitest';
import { rewriteTyped } from './rewriteTyped.ts';

/** A field that rewrites its text in capitals, and the changes that it has reported. */
function fieldInCapitals() {
  const target = {
    value: '',
    selectionStart: 0,
    setSelectionRange(start: number) {
      target.selectionStart = start;
    },
  };
  const reported: { text: string; isComposing: boolean }[] = [];
  const handlers = rewriteTyped(
    (text) => text.toUpperCase(),
    (typed) => reported.push({ text: typed.target.value, isComposing: typed.isComposing }),
  );
  /** Changes the field as the browser does for a key. */
  function type(value: string, { isComposing = false, caret = value.length } = {}) {
    Object.assign(target, { value, selectionStart: caret });
    handlers.onChange({ target, nativeEvent: { isComposing } } as unknown as ChangeEvent<HTMLInputElement>);
  }
  const endComposition = () =>
    handlers.onCompositionEnd({ currentTarget: target } as unknown as CompositionEvent<HTMLInputElement>);
  return { target, reported, type, endComposition };
}

describe('a field that rewrites typed text', () => {
  test('rewrites the text at each key, and leaves the caret where it was', () => {
    const { target, reported, type } = fieldInCapitals();
    type('JFRiESEN', { caret: 4 });
    expect(target).toMatchObject({ value: 'JFRIESEN', selectionStart: 4 });
    expect(reported).toEqual([{ text: 'JFRIESEN', isComposing: false }]);
  });

  test('leaves a word alone while a keyboard composes it, and rewrites it once at its end', () => {
    const { target, reported, type, endComposition } = fieldInCapitals();
    type('j', { isComposing: true });
    type('jf', { isComposing: true });
    expect(target.value).toBe('jf');
    endComposition();
    expect(target.value).toBe('JF');
    expect(reported).toEqual([
      { text: 'j', isComposing: true },
      { text: 'jf', isComposing: true },
      { text: 'JF', isComposing: false },
    ]);
  });
});
