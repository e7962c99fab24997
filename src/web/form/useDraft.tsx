import { useLayoutEffect, useState } from 'react';
import {
  get,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { Button } from '#web/ui/Button.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { form as words } from '#words/forms.ts';

interface DraftOptions<Input extends FieldValues> {
  /** The same for as long as the form is there, as is the version. */
  name: string;
  /** To raise when a field changes its meaning: a draft of an earlier version is not brought back. */
  version: number;
  /** What is kept of the form: a constant outside of the component. */
  fields: readonly FieldPath<Input>[];
}

interface Draft extends Pick<DraftStore, 'forget' | 'keyFor'> {
  /** Whether this form was filled in before the page was last left. */
  restored: boolean;
  /** Empties the form and what is kept of it. */
  startOver: () => void;
}

/** Keeps what is typed into a form in this browser until it is sent, so that a reload loses nothing. */
export function useDraft<Input extends FieldValues, Output>(
  { setValue, subscribe, reset }: UseFormReturn<Input, unknown, Output>,
  { name, version, fields }: DraftOptions<Input>,
): Draft {
  const [store] = useState(() => openDraft(`draft-${name}-v${version}`));
  const isHydrated = useIsHydrated();
  // Not before hydration: the server has no draft to render.
  const found = isHydrated ? store.read() : null;
  const [startedOver, setStartedOver] = useState(false);

  // Before the listening, which would take what is brought back for typed anew and keep it another seven days.
  useLayoutEffect(() => {
    if (!found) return;
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
        store.keepValues(Object.fromEntries(entries));
      },
    });
  }, [isHydrated, fields, subscribe, store]);

  return {
    restored: found !== null && fields.some((field) => field in found.values) && !startedOver,
    startOver: () => {
      // Else a field could not be focused before the next render.
      reset(undefined, { keepFieldsRef: true });
      store.drop();
      setStartedOver(true);
    },
    forget: store.forget,
    keyFor: store.keyFor,
  };
}

/** Says that a form stands as it was left, and lets someone else begin with an empty one. */
export function RestoredNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 rounded-large bg-sky-tint py-1.5 ps-4 pe-1.5"
    >
      <p className="min-w-0 flex-1 basis-44 py-1.5 leading-normal">{words.restored}</p>
      <Button kind="ghost" size="small" onClick={onStartOver}>
        {words.startOver}
      </Button>
    </div>
  );
}

/** What is kept of a form. */
interface StoredDraft {
  values: Record<string, unknown>;
  lastTry: { sent: string; key: string } | null;
}

interface DraftStore {
  /** The draft as it was when first asked for, of the last seven days. */
  read: () => StoredDraft | null;
  /** Keeps what is typed; without any values nothing is kept. */
  keepValues: (values: StoredDraft['values']) => void;
  /** Drops what is kept; what is typed afterwards is kept again. */
  drop: () => void;
  /** To call at success: nothing is kept any more, and nothing will be. */
  forget: () => void;
  /** The idempotency key to send a body with: another for another body, the same for a retry even after a reload. */
  keyFor: (body: unknown) => string;
}

/** A name and an address should not wait for good on a computer that others use. */
const KEPT_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

const nothing: StoredDraft = { values: {}, lastTry: null };

/** What is kept of one form in this browser, until it is sent. */
export function openDraft(storageKey: string): DraftStore {
  let found: StoredDraft | null | undefined;
  let kept = nothing;
  let isForgotten = false;

  function keep(next: StoredDraft): void {
    const wasNothing = isEmpty(kept);
    kept = next;
    if (!isForgotten && !isEmpty(next)) write(storageKey, next);
    // Not for nothing: on a slow phone the first use of the storage takes its time.
    else if (!wasNothing) remove(storageKey);
  }

  return {
    read: () => {
      if (found === undefined) {
        found = read(storageKey);
        kept = found ?? nothing;
      }
      return found;
    },
    keepValues: (values) => keep({ ...kept, values }),
    drop: () => keep(nothing),
    forget: () => {
      isForgotten = true;
      keep(nothing);
    },
    keyFor: (body) => {
      const sent = JSON.stringify(body);
      const { values, lastTry } = kept;
      if (lastTry?.sent === sent) return lastTry.key;
      const key = newIdempotencyKey();
      keep({ values, lastTry: { sent, key } });
      return key;
    },
  };
}

function isEmpty({ values }: StoredDraft): boolean {
  return Object.keys(values).length === 0;
}

// Storage may be forbidden or full, and holds whatever an earlier version of this site wrote.

function read(storageKey: string): StoredDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '') as StoredDraft & { storedAt: number };
    const { storedAt, values, lastTry } = stored;
    if (Date.now() - storedAt < KEPT_MILLISECONDS && Object.keys(values).length > 0)
      return { values, lastTry };
    remove(storageKey);
    return null;
  } catch {
    return null;
  }
}

function write(storageKey: string, kept: StoredDraft): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ storedAt: Date.now(), ...kept }));
  } catch {
    // The form works all the same; a reload then empties it.
  }
}

function remove(storageKey: string): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is forbidden, so there is nothing to remove.
  }
}
