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
  /** The form's name in storage. Name and version are constant while the form is mounted. */
  name: string;
  /** Raise this when a field changes its meaning: drafts of earlier versions are not restored. */
  version: number;
  /** The fields to store: a constant outside the component. */
  fields: readonly FieldPath<Input>[];
}

interface Draft extends Pick<DraftStore, 'finish' | 'idempotencyKeyFor'> {
  /** Whether this form was filled in before the page was last left. */
  isRestored: boolean;
  /** Empties the form and its draft. */
  startOver: () => void;
}

/** Stores what is typed into a form in this browser until it is sent, so that a reload loses nothing. */
export function useDraft<Input extends FieldValues, Output>(
  { setValue, subscribe, reset }: UseFormReturn<Input, unknown, Output>,
  { name, version, fields }: DraftOptions<Input>,
): Draft {
  const [store] = useState(() => openDraft(`draft-${name}-v${version}`));
  const isHydrated = useIsHydrated();
  // Not before hydration: the server has no draft to render.
  const found = isHydrated ? store.read() : null;
  const [startedOver, setStartedOver] = useState(false);

  // Before the subscription below, which would store the restored values for another seven days.
  useLayoutEffect(() => {
    if (!found) return;
    for (const field of fields.filter((path) => path in found.values)) {
      setValue(field, found.values[field] as FieldPathValue<Input, typeof field>, { shouldDirty: true });
    }
  }, [found, fields, setValue]);

  // In a layout effect: anything typed before a later effect would not be stored.
  useLayoutEffect(() => {
    if (!isHydrated) return undefined;
    return subscribe({
      // A default that arrives late becomes the value first and the default later. `isDirty` reports the second step.
      formState: { values: true, isDirty: true },
      callback: ({ values, defaultValues }) => {
        const changed = fields.filter((field) => get(values, field) !== get(defaultValues, field));
        store.storeValues(Object.fromEntries(changed.map((field) => [field, get(values, field)])));
      },
    });
  }, [isHydrated, fields, subscribe, store]);

  return {
    isRestored: found !== null && fields.some((field) => field in found.values) && !startedOver,
    startOver: () => {
      // Without the refs no field could be focused before the next render.
      reset(undefined, { keepFieldsRef: true });
      store.clear();
      setStartedOver(true);
    },
    finish: store.finish,
    idempotencyKeyFor: store.idempotencyKeyFor,
  };
}

/** Explains that a form was restored, and offers an empty one. */
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

/** A form's draft in storage. */
interface StoredDraft {
  values: Record<string, unknown>;
  lastTry: { sent: string; key: string } | null;
}

interface DraftStore {
  /** The draft of the last seven days, as it was at the first call. */
  read: () => StoredDraft | null;
  /** Stores what is typed. Without any values the draft is removed. */
  storeValues: (values: StoredDraft['values']) => void;
  /** Removes the draft. What is typed afterwards is stored again. */
  clear: () => void;
  /** Removes the draft, and stores nothing any more. Call it after a success. */
  finish: () => void;
  /** The idempotency key of a body. A retry has the same one, even after a reload. */
  idempotencyKeyFor: (body: unknown) => string;
}

/** Others may use the same computer, so a name and an address are not stored for longer. */
const LIFETIME_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

const emptyDraft: StoredDraft = { values: {}, lastTry: null };

/** The draft of one form in this browser. */
export function openDraft(storageKey: string): DraftStore {
  let found: StoredDraft | null | undefined;
  let current = emptyDraft;
  let isForgotten = false;

  function store(next: StoredDraft): void {
    const wasEmpty = isEmpty(current);
    current = next;
    if (!isForgotten && !isEmpty(next)) write(storageKey, next);
    // Only if there is something to remove: the first use of storage is slow on some phones.
    else if (!wasEmpty) remove(storageKey);
  }

  return {
    read: () => {
      if (found === undefined) {
        found = read(storageKey);
        current = found ?? emptyDraft;
      }
      return found;
    },
    storeValues: (values) => store({ ...current, values }),
    clear: () => store(emptyDraft),
    finish: () => {
      isForgotten = true;
      store(emptyDraft);
    },
    idempotencyKeyFor: (body) => {
      const sent = JSON.stringify(body);
      const { values, lastTry } = current;
      if (lastTry?.sent === sent) return lastTry.key;
      const key = newIdempotencyKey();
      store({ values, lastTry: { sent, key } });
      return key;
    },
  };
}

function isEmpty({ values }: StoredDraft): boolean {
  return Object.keys(values).length === 0;
}

// Storage may be forbidden or full, and its contents may be from an earlier version of the site.

function read(storageKey: string): StoredDraft | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '') as StoredDraft & { storedAt: number };
    const { storedAt, values, lastTry } = stored;
    if (Date.now() - storedAt < LIFETIME_MILLISECONDS && Object.keys(values).length > 0)
      return { values, lastTry };
    remove(storageKey);
    return null;
  } catch {
    return null;
  }
}

function write(storageKey: string, draft: StoredDraft): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ storedAt: Date.now(), ...draft }));
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
