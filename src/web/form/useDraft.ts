import { useLayoutEffect, useState } from 'react';
import {
  get,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { type DraftStore, openDraft } from './draftStore.ts';

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
  // Not before it is hydrated: the build has none to render.
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
