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
  /** Raise it when a field changes its meaning, because drafts of earlier versions are not restored. */
  version: number;
  /** The fields to store: a constant outside the component. */
  fields: readonly FieldPath<Input>[];
}

interface Draft extends Pick<DraftStore, 'finish' | 'idempotencyKeyFor'> {
  /** Whether the form shows values from an earlier visit. */
  isRestored: boolean;
  /** Empties the form and its draft. */
  startOver: () => void;
}

/** Stores a form's typed values in this browser until the form is sent, so that a reload loses nothing. */
export function useDraft<Input extends FieldValues, Output>(
  { setValue, subscribe, reset }: UseFormReturn<Input, unknown, Output>,
  { name, version, fields }: DraftOptions<Input>,
): Draft {
  const [store] = useState(() => openDraft(`draft-${name}-v${version}`));
  const isHydrated = useIsHydrated();
  // Null before hydration, because the server renders the form without a draft.
  const storedDraft = isHydrated ? store.read() : null;
  const [hasStartedOver, setHasStartedOver] = useState(false);

  // Runs before the subscription below, which would store the restored values for another seven days.
  useLayoutEffect(() => {
    if (!storedDraft) return;
    for (const field of fields.filter((path) => path in storedDraft.values)) {
      setValue(field, storedDraft.values[field] as FieldPathValue<Input, typeof field>, {
        shouldDirty: true,
      });
    }
  }, [storedDraft, fields, setValue]);

  // A layout effect, because a plain effect would miss text that is typed before it runs.
  useLayoutEffect(() => {
    if (!isHydrated) return undefined;
    return subscribe({
      // A default that loads late changes the values first and the defaults later. `isDirty` reports the second change.
      formState: { values: true, isDirty: true },
      callback: ({ values, defaultValues }) => {
        const changed = fields.filter((field) => get(values, field) !== get(defaultValues, field));
        store.storeValues(Object.fromEntries(changed.map((field) => [field, get(values, field)])));
      },
    });
  }, [isHydrated, fields, subscribe, store]);

  return {
    isRestored:
      storedDraft !== null && fields.some((field) => field in storedDraft.values) && !hasStartedOver,
    startOver: () => {
      // Keeps the refs, because without them no field can be focused before the next render.
      reset(undefined, { keepFieldsRef: true });
      store.clear();
      setHasStartedOver(true);
    },
    finish: store.finish,
    idempotencyKeyFor: store.idempotencyKeyFor,
  };
}

/** A note that the form was restored, with a button that empties it. */
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
  /** The last body that was sent, as JSON, with its idempotency key. */
  lastTry: { sent: string; key: string } | null;
}

interface DraftStore {
  /** The draft of the last seven days, as it was at the first call. Null if there is none. */
  read: () => StoredDraft | null;
  /** Stores the typed values. Without values it removes the draft. */
  storeValues: (values: StoredDraft['values']) => void;
  /** Removes the draft. Values that are typed afterwards are stored again. */
  clear: () => void;
  /** Removes the draft for good. Call it after a success: later values are not stored. */
  finish: () => void;
  /** The idempotency key of a body. A retry with the same body has the same key, even after a reload. */
  idempotencyKeyFor: (body: unknown) => string;
}

/** Names and addresses are not stored for longer, because others may use the same computer. */
const LIFETIME_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

const emptyDraft: StoredDraft = { values: {}, lastTry: null };

/** The draft of one form in this browser. */
export function openDraft(storageKey: string): DraftStore {
  let storedDraft: StoredDraft | null | undefined;
  let current = emptyDraft;
  let isFinished = false;

  function store(next: StoredDraft): void {
    const wasEmpty = isEmpty(current);
    current = next;
    if (!isFinished && !isEmpty(next)) write(storageKey, next);
    // Removes only what exists, because the first use of storage is slow on some phones.
    else if (!wasEmpty) remove(storageKey);
  }

  return {
    read: () => {
      if (storedDraft === undefined) {
        storedDraft = read(storageKey);
        current = storedDraft ?? emptyDraft;
      }
      return storedDraft;
    },
    storeValues: (values) => store({ ...current, values }),
    clear: () => store(emptyDraft),
    finish: () => {
      isFinished = true;
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
