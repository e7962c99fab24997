import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How long after a change of the screen a press may be for what was there before. */
const SURPRISE_MILLISECONDS = 400;

interface Goal {
  field: 'find' | 'kilograms';
  /** Whether the field gets the focus without a press of Enter. */
  isUnasked?: boolean;
  selects?: boolean;
}

/**
 * The two fields of the desk, and which of them has the focus.
 *
 * @param shownId the id of the donation on show.
 */
export function useDeskFocus(shownId: number | undefined) {
  const findField = useRef<HTMLInputElement>(null);
  const kilogramsField = useRef<HTMLInputElement>(null);
  const [goal, setGoal] = useState<Goal>({ field: 'find' });
  const times = useRef({ arrived: 0, arrivedUnasked: 0 });
  const lastShown = useRef({ id: shownId, since: 0 });

  useLayoutEffect(() => {
    const now = performance.now();
    times.current.arrived = now;
    if (goal.isUnasked) times.current.arrivedUnasked = now;
    const field = (goal.field === 'kilograms' ? kilogramsField : findField).current;
    field?.focus();
    if (goal.selects) field?.select();
    else field?.setSelectionRange(field.value.length, field.value.length);
  }, [goal]);

  useEffect(() => {
    // Focused again a moment later, since a closing dialog returns the focus to the button that opened it.
    const timer = setTimeout(() =>
      (goal.field === 'kilograms' ? kilogramsField : findField).current?.focus(),
    );
    return () => clearTimeout(timer);
  }, [goal]);

  useLayoutEffect(() => {
    lastShown.current = { id: shownId, since: performance.now() };
  }, [shownId]);

  const isRecent = (time: number) => performance.now() - time < SURPRISE_MILLISECONDS;
  return {
    findField,
    kilogramsField,
    /** Focuses a field, even if it was the last goal too. */
    moveTo: (field: Goal['field'], how: Omit<Goal, 'field'> = {}) => setGoal({ field, ...how }),
    hasJustChanged: () => isRecent(Math.max(times.current.arrived, lastShown.current.since)),
    hasJustMovedUnasked: () => isRecent(times.current.arrivedUnasked),
  };
}
