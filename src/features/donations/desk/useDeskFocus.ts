import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A press within this time after a change may be meant for the screen before it. */
const SURPRISE_MILLISECONDS = 400;

/** A ref that focuses an input when it appears. A constant, because React calls an inline ref at each render. */
export const focusOnce = (input: HTMLInputElement | null) => input?.focus();

interface FocusTarget {
  field: 'search' | 'kilograms';
  /** Whether a complete mark moves the focus, without a press of Enter. */
  isAutomatic?: boolean;
  selectsText?: boolean;
}

/**
 * The desk's two fields, and a function that moves the focus between them.
 *
 * @param shownId the id of the shown donation.
 */
export function useDeskFocus(shownId: number | undefined) {
  const searchField = useRef<HTMLInputElement>(null);
  const kilogramsField = useRef<HTMLInputElement>(null);
  const [target, setTarget] = useState<FocusTarget>({ field: 'search' });
  const movedAt = useRef(0);
  const movedAutomaticallyAt = useRef(0);
  // The id is stored only because the linter wants the effect below to use what it depends on.
  const lastShown = useRef({ id: shownId, since: 0 });

  useLayoutEffect(() => {
    const now = performance.now();
    movedAt.current = now;
    if (target.isAutomatic) movedAutomaticallyAt.current = now;
    const field = (target.field === 'kilograms' ? kilogramsField : searchField).current;
    field?.focus();
    if (target.selectsText) field?.select();
    else field?.setSelectionRange(field.value.length, field.value.length);
  }, [target]);

  useEffect(() => {
    // Focused again a moment later, because a closing dialog returns the focus to the button that opened it.
    const timer = setTimeout(() =>
      (target.field === 'kilograms' ? kilogramsField : searchField).current?.focus(),
    );
    return () => clearTimeout(timer);
  }, [target]);

  useLayoutEffect(() => {
    lastShown.current = { id: shownId, since: performance.now() };
  }, [shownId]);

  const isRecent = (time: number) => performance.now() - time < SURPRISE_MILLISECONDS;
  return {
    searchField,
    kilogramsField,
    /** Focuses a field, even if it is already the target. */
    moveTo: (field: FocusTarget['field'], options: Omit<FocusTarget, 'field'> = {}) =>
      setTarget({ field, ...options }),
    hasJustChanged: () => isRecent(Math.max(movedAt.current, lastShown.current.since)),
    hasJustMovedAutomatically: () => isRecent(movedAutomaticallyAt.current),
  };
}
