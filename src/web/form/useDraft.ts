import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  get,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';

interface DraftOptions<Input extends FieldValues> {
  name: string;
  /** To raise when a field changes its meaning: a draft of an earlier version is not brought back. */
  version: number;
  /** What is kept of the form: a constant outside of the component. */
  fields: readonly FieldPath<Input>[];
}

interface Draft {
  /** Whether this form was filled in before the page was last left. */
  restored: boolean;
  /** Empties the form and what is kept of it. */
  startOver: () => void;
  /** To call at success: nothing is kept any more, and nothing will be. */
  forget: () => void;
  /** The idempotency key to send a body with: another for another body, the same for a retry even after a reload. */
  keyFor: (body: unknown) => string;
}

interface Kept {
  values: Record<string, unknown>;
  lastTry: { sent: string; key: string } | null;
}

/** A name and an address should not wait for good on a computer that others use. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

const nothing: Kept = { values: {}, lastTry: null };

/** Keeps what is typed into a form in this browser until it is sent, so that a reload loses nothing. */
export function useDraft<Input extends FieldValues, Output>(
  { setValue, subscribe, reset }: UseFormReturn<Input, unknown, Output>,
  { name, version, fields }: DraftOptions<Input>,
): Draft {
  const storageKey = `draft-${name}-v${version}`;
  const [look] = useState(() => lookOnce(storageKey));
  const isHydrated = useIsHydrated();
  // Not before it is hydrated: the build has none to render.
  const found = isHydrated ? look() : null;
  const [startedOver, setStartedOver] = useState(false);
  const kept = useRef(nothing);
  const forgotten = useRef(false);

  const keep = useCallback(
    (next: Kept) => {
      const wasNothing = isEmpty(kept.current);
      kept.current = next;
      if (!forgotten.current && !isEmpty(next)) write(storageKey, next);
      // Not for nothing: on a slow phone the first use of the storage takes its time.
      else if (!wasNothing) remove(storageKey);
    },
    [storageKey],
  );

  // Before the listening, which would take what is brought back for typed anew and keep it another seven days.
  useLayoutEffect(() => {
    if (!found) return;
    kept.current = found;
    for (const [field, value] of Object.entries(found.values)) {
      const known = fields.find((one) => one === field);
      if (known) setValue(known, value as FieldPathValue<Input, typeof known>, { shouldDirty: true });
    }
  }, [found, fields, setValue]);

  // As the fields are opened, and not a moment later: what is typed in between would not be kept.
  useLayoutEffect(() => {
    if (!isHydrated) return undefined;
    return subscribe({
      // By isDirty too: a field whose default comes late has it as its value first, and as its default only then.
      formState: { values: true, isDirty: true },
      callback: ({ values, defaultValues }) => {
        const changed = fields.filter((field) => get(values, field) !== get(defaultValues, field));
        const entries = changed.map((field) => [field, get(values, field)] as const);
        keep({ ...kept.current, values: Object.fromEntries(entries) });
      },
    });
  }, [isHydrated, fields, subscribe, keep]);

  return {
    restored: found !== null && fields.some((field) => field in found.values) && !startedOver,
    startOver: () => {
      // Else a field could not be focused before the next render.
      reset(undefined, { keepFieldsRef: true });
      keep(nothing);
      setStartedOver(true);
    },
    forget: () => {
      forgotten.current = true;
      keep(nothing);
    },
    keyFor: (body) => {
      const sent = JSON.stringify(body);
      const { values, lastTry } = kept.current;
      if (lastTry?.sent === sent) return lastTry.key;
      const key = newIdempotencyKey();
      keep({ values, lastTry: { sent, key } });
      return key;
    },
  };
}

function isEmpty({ values }: Kept): boolean {
  return Object.keys(values).length === 0;
}

/** The draft as it was when first asked for. */
function lookOnce(storageKey: string): () => Kept | null {
  let found: Kept | null | undefined;
  return () => (found === undefined ? (found = read(storageKey)) : found);
}

// Storage may be forbidden or full, and holds whatever an earlier version of this site wrote.

function read(storageKey: string): Kept | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '') as Kept & { keptAt: number };
    const { keptAt, values, lastTry } = stored;
    if (Date.now() - keptAt < KEPT_MILLISECONDS && Object.keys(values).length > 0) return { values, lastTry };
    remove(storageKey);
    return null;
  } catch {
    return null;
  }
}

function write(storageKey: string, kept: Kept): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ keptAt: Date.now(), ...kept }));
  } catch {
    // The form works all the same; a reload then empties it.
  }
}

function remove(storageKey: string): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Where nothing can be removed nothing was kept.
  }
}
