import { useEffect } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { contract } from './contract.ts';
import { dropKept, type KeptAs } from './keptStore.ts';
import type { LoggedBody } from './logDonation.ts';

type LoggedInput = z.input<typeof contract.logDonation.body>;

/** Brings a donation that the site refused back into the form, with what it said at each field. */
export function useMended(
  form: UseFormReturn<LoggedInput, unknown, LoggedBody>,
  refused: KeptAs<'refused'> | null,
): void {
  useEffect(() => {
    if (!refused) return undefined;
    const { body, state } = refused;
    const values = Object.entries({ ...body }) as [FieldPath<LoggedInput>, string | null | undefined][];
    for (const [name, value] of values) form.setValue(name, value ?? '', { shouldDirty: true });
    const wrong = Object.entries(state.fields) as [FieldPath<LoggedInput>, string][];
    for (const [name, message] of wrong) form.setError(name, { type: 'server', message });
    // By now it is in the form's draft.
    void dropKept(refused);
    // A field that is folded away unfolds by its error first.
    const shown = requestAnimationFrame(() => form.setFocus(wrong[0]?.[0] ?? 'studentId'));
    return () => cancelAnimationFrame(shown);
  }, [form, refused]);
}
